// The panels beside the diagram: what is so after the current step.
"use strict";

const CONTEXT = 9, MOST_VARIABLES = 80, MOST_EVENTS = 400, MOST_TABLE = 5000;

function element(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    node.append(...children);
    return node;
}

function fill(id, ...children) {
    const section = document.getElementById(id);
    section.hidden = children.length === 0;
    section.querySelector("div").replaceChildren(...children);
}

function table(rows, heads) {
    const body = element("table", {});
    if (heads) body.append(element("tr", {}, ...heads.map(h => element("th", {scope: "col"}, h))));
    for (const {cells, changed} of rows)
        body.append(element("tr", changed ? {class: "changed"} : {},
            ...cells.map(c => c instanceof Node ? element("td", {}, c) : element("td", {class: "mono"}, String(c)))));
    return body;
}

const panels = {
    // Lines around the current one, with the goroutines that are at each.
    source(run, step) {
        const place = run.field(step, PLACE);
        if (!place) return fill("source");
        const [fileNumber, line, col, len] = run.model.places[place - 1];
        const file = run.model.files[fileNumber - 1];
        if (file.library || !file.text) return fill("source", element("p", {class: "dim"}, run.placeText(place)));
        const at = new Map();
        run.lanes.forEach((lane, i) => {
            const last = run.lastOn(i, step), waits = run.waits(i, step);
            if (lane.ended && run.nextOn(i, step) < 0) return;
            const where = waits && waits.place ? waits.place : last < 0 ? 0 : run.placeOn(last, i);
            if (!where || run.model.places[where - 1][0] !== fileNumber) return;
            const its = run.model.places[where - 1][1];
            at.set(its, (at.get(its) || []).concat(run.short(i)));
        });
        const lines = file.text.split("\n"), from = Math.max(1, line - CONTEXT),
              to = Math.min(lines.length, line + CONTEXT);
        const box = element("div", {class: "source"});
        for (let n = from; n <= to; n++) {
            const here = n === line ? " here" : "", text = lines[n - 1];
            const code = element("span", {class: "code" + here});
            if (n === line && len) {
                const bytes = new TextEncoder().encode(text), cut = (a, b) => new TextDecoder().decode(bytes.slice(a, b));
                code.append(cut(0, col - 1), element("mark", {}, cut(col - 1, col - 1 + len)), cut(col - 1 + len));
            } else {
                code.append(text || " ");
            }
            const who = (at.get(n) || []).slice(0, 6).join(" ");
            box.append(element("span", {class: "who" + here, title: "goroutines here"}, who || " "),
                       element("span", {class: "no" + here}, String(n)), code);
        }
        fill("source", element("p", {class: "dim"}, file.name), box);
    },

    goroutines(run, step) {
        const rows = run.lanes.map((lane, i) => {
            const last = run.lastOn(i, step), next = run.nextOn(i, step), waits = run.waits(i, step);
            const begun = last >= 0 || !lane.started || lane.started - 1 <= step;
            let doing = "";
            if (!begun) doing = "not started";
            else if (next < 0 && lane.ended) doing = "ended";
            else if (waits) doing = element("span", {class: "wait"}, "waits for " + waits.text);
            else if (next >= 0) doing = "next: " + run.text(next, WHAT);
            else doing = "no more steps";
            const where = waits && waits.place ? waits.place : last < 0 ? 0 : run.placeOn(last, i);
            return {begun, cells: [lane.name, begun ? run.placeText(where) : "", doing],
                    changed: run.lanesOf(step).includes(i)};
        }).filter(row => row.begun);
        fill("goroutines", table(rows.slice(0, 200), ["goroutine", "at", "state"]));
    },

    channels(run, step, state) {
        const rows = [...state.channels].map(([object, {held, closed, step: when}]) => {
            const {name, capacity} = run.model.objects[object - 1];
            const content = capacity ? "[" + held.join(", ") + "]" : "no buffer";
            return {cells: [name, content, `${closed ? "closed, " : ""}${held.length} of ${capacity || 0}`],
                    changed: when === step};
        });
        fill("channels", ...(rows.length ? [table(rows, ["channel", "holds", ""])] : []));
    },

    locks(run, step, state) {
        const goroutine = number => run.name(run.laneOf.get(number));
        const rows = [...state.locks].map(([object, {holder, readers, step: when}]) => ({
            cells: [run.model.objects[object - 1].name, holder ? "held by " + goroutine(holder) :
                readers.length ? "read by " + readers.map(goroutine).join(", ") : "free"],
            changed: when === step}));
        fill("locks", ...(rows.length ? [table(rows, ["lock", "state"])] : []));
    },

    variables(run, step, state) {
        const rows = [...state.values].sort((a, b) => b[1].step - a[1].step).slice(0, MOST_VARIABLES)
            .map(([object, {value, step: when, wrote}]) => ({
                cells: [run.model.objects[object - 1].name, value], changed: when === step && wrote}));
        fill("variables", ...(rows.length ? [table(rows, ["variable", "value"])] : []));
    },

    // What the goroutine of the step knows: how far each other had come, and the detector's set.
    knows(run, step) {
        const own = run.lanesOf(step)[0], past = run.past(step), parts = [];
        const rows = run.lanes.map((lane, i) => {
            let last = -1, count = 0;
            for (const s of run.byLane[i]) if (past[s]) { last = s; count++; }
            return {lane, i, last, count};
        });
        const vector = rows.map(r => r.count), others = rows.filter(r => r.last >= 0 && r.i !== own);
        parts.push(element("p", {}, `Before this step of ${run.name(own)} ` + (others.length ? "happen, of the others:" :
            "happen only its own steps.")));
        if (others.length)
            parts.push(table(others.slice(0, 60).map(r => ({cells: [r.lane.name, `${r.count} step${r.count === 1 ? "" : "s"}, ` +
                `the last ${run.text(r.last, WHAT)}`, run.placeText(run.field(r.last, PLACE))]}))));
        if (vector.length <= 24)
            parts.push(element("p", {class: "code"}, "vector clock [" + vector.join(", ") + "]"));
        this.sets(run, step, parts);
        fill("knows", ...parts);
    },

    sets(run, step, parts) {
        const note = run.text(step, NOTE);
        if (note) parts.push(element("p", {}, run.model.detector + ": ", element("code", {}, note)));
        if (!run.model.changes.length) return;
        const {setsUntil} = run.model;
        if (setsUntil && step >= setsUntil)
            return parts.push(element("p", {class: "dim"}, `The sets of detector ${run.model.detector} are too ` +
                "large to be followed to this step."));
        const {sets} = run.stateAfter(step), gone = run.goneAt(step);
        const rows = run.lanes.filter(l => sets.has(l.number)).slice(0, 60).map(lane => {
            const set = sets.get(lane.number), text = element("span", {class: "code"}, "{"), all = [...set];
            all.slice(-MOST_EVENTS).forEach(([event, when], i) => text.append(i ? ", " : "",
                element("span", when === step ? {class: "changed"} : {}, run.model.texts[event])));
            text.append("}");
            for (const [goroutine, event] of gone)
                if (goroutine === lane.number)
                    text.append(" ", element("span", {class: "gone"}, run.model.texts[event]));
            return {cells: [lane.name, text]};
        });
        parts.push(element("p", {}, `Happens-before sets of detector ${run.model.detector}:`), table(rows));
    },

    // Why the two accesses of a race are concurrent.
    why(run, race) {
        if (!race || !race.before) return fill("why");
        const now = race.now - 1, before = race.before - 1, past = run.past(now);
        const lane = run.lanesOf(before)[0], own = run.lanesOf(now)[0];
        let last = -1;
        for (const s of run.byLane[lane]) if (past[s]) last = s;
        const one = `${run.name(lane)}: ${run.text(before, WHAT)}`, two = `${run.name(own)}: ${run.text(now, WHAT)}`;
        const knows = last < 0 ? `No step of ${run.name(lane)} happens before the second access: no arrow leads ` +
            `from ${run.name(lane)} to ${run.name(own)} before it.` :
            `Of ${run.name(lane)}, what happens before the second access ends with “${run.text(last, WHAT)}” at ` +
            `${run.placeText(run.field(last, PLACE))}. The first access comes after that, and no arrow leads from it to the second.`;
        fill("why", element("p", {class: "bad"}, race.title),
             element("p", {}, `First ${one}, at ${run.placeText(run.field(before, PLACE))}; then ${two}, at ` +
                 `${run.placeText(run.field(now, PLACE))}.`), element("p", {}, knows));
    },

    // The report and output of the run that the panels are about.
    report(run) {
        const {races, findings, output} = run.model, report = [...races, ...findings].map(f => f.report).join("");
        $("report").hidden = !report.trim();
        $("report").querySelector("pre").textContent = report;
        $("output").hidden = !output;
        $("output").querySelector("pre").textContent = output;
    },

    text(run) {
        const details = document.querySelector("#text details");
        const limit = Math.min(run.count, MOST_TABLE), rows = [];
        for (let s = 0; s < limit; s++)
            if (run.shown(s))
                rows.push({cells: [run.field(s, NUMBER) || "", run.lanesOf(s).map(l => run.name(l)).join(", "),
                    run.text(s, RULE), run.placeText(run.field(s, PLACE)), run.text(s, WHAT)]});
        details.querySelector("div").replaceChildren(table(rows, ["step", "goroutine", "rule", "where", "what"]),
            ...(limit < run.count ? [element("p", {}, `and ${run.count - limit} more`)] : []));
    }
};
