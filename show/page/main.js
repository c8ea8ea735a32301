// Puts the page together: slider, keys, search, the current step.
"use strict";

const $ = id => document.getElementById(id);
const page = {step: 0, race: 0, matches: [], marked: -1};

function start() {
    const model = JSON.parse($("model").textContent);
    page.run = new Run(model);
    page.diagram = new Diagram(page.run, "", $("diagrams"), (step, mark) => { select(step); if (mark) markStep(step); });
    if (!page.run.count) return $("now").textContent = "The run has no steps.";
    $("race").hidden = !model.races.length;
    $("output").hidden = !model.output;
    $("report").hidden = !$("report").querySelector("pre").textContent.trim();
    bind();
    setRows();
    const race = model.races.find(r => r.before);
    panels.why(page.run, race);
    select(race ? race.now - 1 : page.run.count - 1);
}

function setRows() {
    $("slider").max = Math.max(0, page.diagram.rows.length - 1);
}

// Makes a step the current one everywhere.
function select(step) {
    const {run, diagram} = page;
    page.step = Math.max(0, Math.min(run.count - 1, step));
    const row = diagram.rowOf[page.step], fold = diagram.rows[row];
    diagram.go(page.step);
    setRows();
    $("slider").value = row;
    const says = (fold.text ? `${fold.text}; the last of them: ` : "") + run.sentence(page.step);
    $("slider").setAttribute("aria-valuetext", says);
    $("now").textContent = `Step ${row + 1} of ${diagram.rows.length}. ${says}`;
    $("now").dataset.step = page.step;
    const state = run.stateAfter(page.step);
    panels.source(run, page.step);
    panels.goroutines(run, page.step);
    panels.channels(run, page.step, state);
    panels.locks(run, page.step, state);
    panels.variables(run, page.step, state);
    panels.knows(run, page.step);
}

function markStep(step) {
    const {run, diagram} = page;
    diagram.marks = step < 0 ? null : {of: step, past: run.past(step), future: run.future(step)};
    page.marked = step;
    diagram.draw();
}

function moveRows(by) {
    const {diagram} = page, row = diagram.rowOf[page.step] + by;
    if (row >= 0 && row < diagram.rows.length) select(diagram.rows[row].step);
}

// The next or previous step of the same goroutine that is shown.
function moveInLane(by) {
    const {run} = page, list = run.byLane[run.lanesOf(page.step)[0]];
    for (let i = list.indexOf(page.step) + by; i >= 0 && i < list.length; i += by)
        if (!page.diagram.fold || run.shown(list[i])) return select(list[i]);
}

function nextRace() {
    const all = page.run.model.races.flatMap(r => [r.before, r.now].filter(s => s).map(s => [r, s - 1]));
    if (!all.length) return;
    const [race, step] = all[page.race++ % all.length];
    panels.why(page.run, race);
    select(step);
    markStep(step);
}

function search() {
    const {run, diagram} = page, wanted = $("search").value.toLowerCase();
    page.matches = [];
    for (let s = 0; wanted && s < run.count; s++)
        if (run.shown(s) && run.sentence(s).toLowerCase().includes(wanted)) page.matches.push(s);
    diagram.matches = new Set(page.matches);
    $("found").textContent = wanted ? `${page.matches.length} found` : "";
    diagram.draw();
}

function nextMatch(by) {
    const {matches, step} = page;
    if (!matches.length) return;
    const next = by > 0 ? matches.find(s => s > step) ?? matches[0] :
        matches.findLast(s => s < step) ?? matches[matches.length - 1];
    select(next);
}

function setFold(on) {
    $("fold").checked = on;
    page.diagram.setFold(on);
    select(page.step);
}

function showKeys() {
    $("keys").hidden = !$("keys").hidden;
    $("help").setAttribute("aria-expanded", String(!$("keys").hidden));
}

const keys = {
    ArrowLeft: () => moveRows(-1), ArrowRight: () => moveRows(1), ArrowUp: () => moveInLane(-1),
    ArrowDown: () => moveInLane(1), Home: () => select(page.diagram.rows[0].step),
    End: () => select(page.run.count - 1), PageUp: () => moveRows(-20), PageDown: () => moveRows(20),
    r: nextRace, n: () => nextMatch(1), N: () => nextMatch(-1), f: () => setFold(!page.diagram.fold),
    p: () => markStep(page.marked === page.step ? -1 : page.step), "?": showKeys,
    "/": () => $("search").focus(), Escape: () => { markStep(-1); $("search").value = ""; search(); }
};

function bind() {
    document.addEventListener("keydown", event => {
        const typing = event.target === $("search");
        if (typing && event.key === "Enter") { nextMatch(event.shiftKey ? -1 : 1); return; }
        if (typing && event.key === "Escape") { $("search").blur(); keys.Escape(); return; }
        if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
        event.preventDefault();
        keys[event.key]();
    });
    $("slider").addEventListener("input", () => select(page.diagram.rows[+$("slider").value].step));
    $("first").addEventListener("click", keys.Home);
    $("back").addEventListener("click", keys.ArrowLeft);
    $("forward").addEventListener("click", keys.ArrowRight);
    $("last").addEventListener("click", keys.End);
    $("race").addEventListener("click", nextRace);
    $("help").addEventListener("click", showKeys);
    $("fold").addEventListener("change", () => setFold($("fold").checked));
    $("search").addEventListener("input", search);
    $("text").querySelector("details").addEventListener("toggle", () => panels.text(page.run), {once: true});
    window.addEventListener("beforeprint", () => page.diagram.draw(true));
    window.addEventListener("afterprint", () => { page.diagram.measure(); page.diagram.draw(); });
}

start();
