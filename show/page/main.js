// Puts the page together: slider, keys, search, the current step.
"use strict";

const $ = id => document.getElementById(id);
// `sides`: one or two {run, diagram}; run and diagram are those of the side that the panels show.
const page = {sides: [], run: null, diagram: null, step: 0, race: 0, matches: [], marked: -1};

function start() {
    const model = JSON.parse($("model").textContent);
    const models = model.beside ? [model, model.beside] : [model];
    models.forEach((its, side) => {
        const run = new Run(its), title = models.length === 1 ? "" : its.says || "this run";
        page.sides.push({run, diagram: new Diagram(run, title, $("diagrams"), (step, mark) => {
            use(side);
            select(step);
            if (mark) markStep(step);
        })});
    });
    use(0);
    if (!page.run.count) return $("now").textContent = "The run has no steps.";
    $("race").hidden = !models.some(m => m.races.length);
    if (/^gol (run|test) /.test(model.command)) // the debugger takes the same flags
        $("command").textContent += "\n" + model.command.replace(/^gol (run|test)/, "gol debug");
    bind();
    let race = model.races.find(r => r.before);
    if (!race && model.beside && model.beside.races.length) {
        use(1);
        race = model.beside.races.find(r => r.before);
    }
    const differs = models.length > 1 ? firstDifference(page.run, page.sides[1].run) : -1;
    select(race ? race.now - 1 : differs >= 0 ? Math.min(differs, page.run.count - 1) : page.run.count - 1);
}

// Makes a side the one that panels, keys and slider are about.
function use(side) {
    if (page.run === page.sides[side].run) return;
    page.race = 0;
    page.run = page.sides[side].run;
    page.diagram = page.sides[side].diagram;
    page.sides.forEach(({diagram}, i) => diagram.box.classList.toggle("used", i === side && page.sides.length > 1));
    panels.why(page.run, page.run.model.races.find(r => r.before));
    panels.report(page.run);
}

function useOther() {
    if (page.sides.length < 2) return;
    const other = page.sides[0].run === page.run ? 1 : 0, twin = counterpart(page.run, page.step, page.sides[other].run);
    use(other);
    select(twin >= 0 ? twin : page.run.count - 1);
}

// Makes a step the current one everywhere, and what corresponds to it in the other run.
function select(step) {
    const {run, diagram} = page;
    page.step = Math.max(0, Math.min(run.count - 1, step));
    const row = diagram.rowOf[page.step], fold = diagram.rows[row];
    diagram.go(page.step);
    $("slider").max = Math.max(0, diagram.rows.length - 1);
    $("slider").value = row;
    const says = (fold.text ? `${fold.text}; the last of them: ` : "") + run.sentence(page.step);
    $("slider").setAttribute("aria-valuetext", says);
    $("now").textContent = `${run.place(page.step)}. ${says}` + selectTwins(run, page.step);
    $("now").dataset.step = page.step;
    const state = run.stateAfter(page.step);
    panels.source(run, page.step);
    panels.goroutines(run, page.step);
    panels.channels(run, page.step, state);
    panels.locks(run, page.step, state);
    panels.variables(run, page.step, state);
    panels.knows(run, page.step);
}

// What the other diagram shows of a step; a text that says so.
function selectTwins(run, step) {
    for (const side of page.sides) {
        if (side.run === run || !side.run.count) continue;
        const twin = counterpart(run, step, side.run);
        if (twin < 0) return ". The other run has no such step";
        side.diagram.go(twin);
        return `. In the other run it is step ${side.diagram.rowOf[twin] + 1}`;
    }
    return "";
}

function markStep(step) {
    const {run, diagram} = page;
    for (const side of page.sides)
        if (side.diagram !== diagram && side.diagram.marks) {
            side.diagram.marks = null;
            side.diagram.draw();
        }
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
    if (!page.run.model.races.length && page.sides.length > 1) useOther();
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
    for (const {diagram} of page.sides) diagram.setFold(on);
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
    o: useOther,
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
    window.addEventListener("beforeprint", () => page.sides.forEach(s => s.diagram.draw(true)));
    window.addEventListener("afterprint", () => page.sides.forEach(s => { s.diagram.measure(); s.diagram.draw(); }));
}

start();
