// The diagram of a run: a lane for each goroutine, time downwards, a row for each step. Only the rows
// on the screen are in the document, so that a run of 100,000 steps scrolls like one of 100. One
// column per goroutine and one row per step need no layout library: where everything goes is known.
"use strict";

const ROW = 24, MARGIN = 64, LABEL = 300, WIDEST = 190, NARROWEST = 26, HEAD = 42, PRINTED = 1500;

function svg(name, attributes, text) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return node;
}

class Diagram {
    constructor(run, title, parent, onPick) {
        this.run = run;
        this.onPick = onPick;
        this.open = new Set();
        this.fold = true;
        this.marks = null; // {past, future, of}
        this.matches = new Set();
        this.box = document.createElement("div");
        this.box.className = "diagram";
        this.box.tabIndex = 0;
        this.box.setAttribute("role", "group");
        this.box.setAttribute("aria-label", `space-time diagram${title ? " of " + title : ""}, ` +
            `${run.lanes.length} goroutines, ${run.count} steps`);
        if (title) {
            const head = document.createElement("div");
            head.className = "title";
            head.textContent = title;
            this.box.append(head);
        }
        this.head = document.createElement("div");
        this.head.className = "head";
        this.space = document.createElement("div");
        this.picture = svg("svg", {"aria-hidden": "true"});
        this.space.style.position = "relative";
        this.space.append(this.picture);
        this.box.append(this.head, this.space);
        parent.append(this.box);
        this.box.addEventListener("scroll", () => this.later());
        new ResizeObserver(() => { this.measure(); this.later(); }).observe(this.box);
        this.build();
    }

    // Rows anew, after folding or unfolding.
    build() {
        this.rows = rowsOf(this.run, this.fold, this.open);
        this.rowOf = new Int32Array(this.run.count);
        this.rows.forEach((row, i) => this.rowOf.fill(i, row.from, row.to + 1));
        this.spans = this.run.edges.map(e => [this.rowOf[e.from], this.rowOf[e.to], e])
            .filter(([from, to, e]) => from !== to);
        this.measure();
    }

    measure() {
        const lanes = Math.max(1, this.run.lanes.length);
        const room = Math.max(200, this.box.clientWidth - MARGIN - LABEL);
        this.gap = lanes === 1 ? 0 : Math.min(WIDEST, Math.max(NARROWEST, room / (lanes - 1)));
        this.width = MARGIN + this.gap * (lanes - 1) + LABEL;
        this.space.style.height = this.rows.length * ROW + "px";
        this.space.style.width = this.width + "px";
        this.drawHead();
    }

    x(lane) { return MARGIN + 14 + lane * this.gap; }
    y(row) { return row * ROW + ROW / 2; }

    drawHead() {
        const head = svg("svg", {width: this.width, height: HEAD, "aria-hidden": "true"});
        const letters = Math.max(3, Math.floor(this.gap / 8) - 1) || 20;
        const short = text => this.gap && text.length > letters ? text.slice(0, letters - 1) + "…" : text;
        this.run.lanes.forEach((lane, i) => {
            const x = this.x(i) - 8;
            const title = this.run.title(i), numbered = title !== lane.name;
            const name = this.gap > 0 && this.gap < 90 ? String(lane.number) :
                numbered && title.length > letters ? "p" + lane.number : short(title);
            const top = svg("text", {x, y: 17}, name);
            top.append(svg("title", {}, `${lane.name} ${lane.function}`));
            head.append(top);
            if (this.gap === 0 || this.gap >= 90)
                head.append(svg("text", {x, y: 34, class: "dim", style: "fill: var(--dim)"}, short(lane.function)));
        });
        this.head.replaceChildren(head);
    }

    later() {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => { this.waiting = false; this.draw(); });
    }

    // Draws the rows on the screen, or all of them for paper.
    draw(all) {
        const top = this.box.scrollTop, high = this.box.clientHeight || 600;
        let first = Math.max(0, Math.floor(top / ROW) - 8), last = Math.min(this.rows.length - 1,
            Math.ceil((top + high) / ROW) + 8);
        if (all) {
            first = this.rows.length > PRINTED ? Math.max(0, (this.rowOf[this.current] || 0) - PRINTED / 2) : 0;
            last = Math.min(this.rows.length - 1, first + PRINTED);
            this.space.style.height = (last - first + 1) * ROW + "px";
        }
        this.range = [first, last];
        const start = first * ROW, height = (last - first + 1) * ROW;
        const into = svg("g", {class: this.marks ? "chosen" : ""});
        for (let r = first; r <= last; r++) into.append(this.band(r));
        this.drawLanes(into, first, last);
        this.drawEdges(into, first, last);
        for (let r = first; r <= last; r++) into.append(this.row(r));
        this.picture.setAttribute("width", this.width);
        this.picture.setAttribute("height", height);
        this.picture.setAttribute("viewBox", `0 ${start} ${this.width} ${Math.max(height, 1)}`);
        this.picture.style.top = (all ? 0 : start) + "px";
        this.picture.replaceChildren(into);
    }

    drawLanes(into, first, last) {
        this.run.lanes.forEach((lane, i) => {
            const list = this.run.byLane[i];
            if (!list.length && !lane.started) return;
            const begin = lane.started ? lane.started - 1 : list[0];
            const from = Math.max(first, this.rowOf[begin]);
            const end = lane.ended && list.length ? this.rowOf[list[list.length - 1]] : this.rows.length - 1;
            const to = Math.min(last, end);
            if (from > to) return;
            into.append(svg("line", {x1: this.x(i), x2: this.x(i), y1: this.y(from), y2: this.y(to) +
                (lane.ended ? 0 : ROW / 2), class: "lane"}));
        });
    }

    drawEdges(into, first, last) {
        const run = this.run;
        for (const [from, to, edge] of this.spans) {
            if (to < first || from > last) continue;
            const a = run.lanesOf(edge.from)[0];
            const started = edge.kind === "go" ? run.laneOf.get(run.field(edge.from, OTHER)) : undefined;
            const b = started === undefined ? run.lanesOf(edge.to)[0] : started;
            this.arrow(into, this.x(a), this.y(from), this.x(b), this.y(to), edge.kind, edge);
        }
        run.model.races.forEach(race => {
            if (!race.before) return;
            const from = race.before - 1, to = race.now - 1;
            if (this.rowOf[to] < first || this.rowOf[from] > last) return;
            into.append(svg("path", {class: "edge race", d: `M${this.x(run.lanesOf(from)[0])} ${
                this.y(this.rowOf[from])}L${this.x(run.lanesOf(to)[0])} ${this.y(this.rowOf[to])}`}));
        });
    }

    arrow(into, x1, y1, x2, y2, kind, edge) {
        const dx = x2 - x1, dy = y2 - y1, far = Math.hypot(dx, dy) || 1;
        const ex = x2 - dx / far * 6, ey = y2 - dy / far * 6, ux = dx / far, uy = dy / far;
        const line = svg("path", {class: "edge " + kind, d: `M${x1} ${y1}L${ex} ${ey}`});
        if (edge) line.append(svg("title", {}, `${kind}: ${this.run.sentence(edge.from)} → ${this.run.sentence(edge.to)}`));
        into.append(line, svg("path", {class: "tip " + kind, d: `M${ex} ${ey}L${ex - 8 * ux + 4 * uy} ${
            ey - 8 * uy - 4 * ux}L${ex - 8 * ux - 4 * uy} ${ey - 8 * uy + 4 * ux}Z`}));
    }

    // Under everything: what a click hits and the current row's colour.
    band(r) {
        const row = this.rows[r];
        const group = svg("g", {class: "row" + (this.current !== undefined && this.rowOf[this.current] === r ?
            " current" : ""), "data-row": r});
        group.append(svg("rect", {class: "band", x: 0, y: r * ROW, width: this.width, height: ROW}));
        group.addEventListener("click", () => this.click(row));
        return group;
    }

    classes(row, r) {
        const run = this.run, s = row.step, kind = run.kind(s), list = ["row"];
        if (this.rowOf[this.current] === r) list.push("current");
        if (row.from > this.current) list.push("later");
        if (row.text) return list.concat("fold").join(" ");
        if (run.racing.has(s)) list.push("racing");
        list.push(kind === "write" ? "write" : kind === "read" || kind === "end" ? "plain" : "sync");
        if (this.matches.has(s)) list.push("match");
        if (this.marks && this.marks.past[s]) list.push("in-past");
        else if (this.marks && this.marks.future[s]) list.push("in-future");
        else if (this.marks) list.push("apart");
        return list.join(" ");
    }

    row(r) {
        const row = this.rows[r], run = this.run, y = this.y(r);
        const group = svg("g", {class: this.classes(row, r), "data-step": row.step});
        group.addEventListener("click", () => this.click(row));
        const lanes = run.lanesOf(row.step), x = Math.max(...lanes.map(l => this.x(l)));
        if (row.text) {
            group.append(svg("text", {x: this.x(lanes[0]) + 12, y: y + 4}, "⋯ " + row.text));
            return group;
        }
        if (lanes.length === 2) this.arrow(group, this.x(lanes[0]), y, this.x(lanes[1]), y, "message");
        for (const lane of lanes) group.append(svg("circle", {class: "dot", cx: this.x(lane), cy: y, r: 5}));
        if (run.field(row.step, NUMBER))
            group.append(svg("text", {class: "number", x: MARGIN - 14, y: y + 4}, run.field(row.step, NUMBER)));
        const what = run.text(row.step, WHAT);
        const label = svg("text", {x: x + 11, y: y + 4}, what.length > 44 ? what.slice(0, 43) + "…" : what);
        if (row.more) label.append(svg("tspan", {class: "more"}, `  +${row.more}`));
        label.append(svg("title", {}, run.sentence(row.step) + (row.more ? `; then ${row.more} of the library` : "")));
        group.append(label);
        return group;
    }

    click(row) {
        if (row.text) {
            this.open.add(row.from);
            this.build();
        }
        this.onPick(row.text ? row.from : row.step, true);
    }

    // Goes to a step: unfolds nothing; the fold that has it is current.
    go(step) {
        this.current = step;
        const y = this.y(this.rowOf[step]), box = this.box, high = box.clientHeight - HEAD;
        if (y < box.scrollTop + ROW || y > box.scrollTop + high - 2 * ROW)
            box.scrollTop = Math.max(0, y - high / 2);
        this.draw();
    }

    setFold(on) {
        this.fold = on;
        this.open.clear();
        this.build();
    }
}
