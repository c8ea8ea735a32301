// What the scripts of this folder share: they drive the page of gol show as a reader would, with keys,
// clicks and the slider, and leave what they see in the document, a line each (tests/show/drive.sh).
"use strict";
const seen = [];
const see = (name, text) => seen.push(name + ": " + String(text).replace(/\s+/g, " ").trim());
const key = k => document.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
const now = () => $("now").textContent;
const panel = id => $(id).hidden ? "hidden" : $(id).querySelector("div").textContent;
const cells = id => [...$(id).querySelectorAll("tr")].slice(1).map(r =>
    [...r.children].map(c => c.textContent).join(" | ")).join("; ");
const drawn = name => document.querySelectorAll(".diagram " + name).length;

function leave() {
    document.body.innerHTML = "";
    document.body.append(element("pre", {id: "driven"}, "\n" + seen.join("\n") + "\n"));
}
