// A run: the model that the page carries (docs/show.md), with what follows from it: lanes, what
// happens before and after a step, the state after a step.
"use strict";

const GOROUTINE = 0, KIND = 1, PLACE = 2, WHAT = 3, RULE = 4, NUMBER = 5, OBJECT = 6, VALUE = 7,
      OTHER = 8, OTHER_PLACE = 9, LOCK = 10, NOTE = 11;

// Edges into the beginning of a step: all that the step does comes after them. Edges from the
// beginning: a send passes on what its goroutine knew before it, and so does a receive that makes room.
const INTO_BEGIN = new Set(["go", "timer"]), FROM_BEGIN = new Set(["message", "room"]);
// What a goroutine cannot go on without.
const SNAPSHOT = 4096; // steps
const AWAITED = new Set(["go", "message", "room", "close", "lock", "wait"]);

class Run {
    constructor(model) {
        this.model = model;
        this.steps = model.steps;
        this.count = model.steps.length;
        this.lanes = [...model.goroutines].sort((a, b) => a.number - b.number);
        this.laneOf = new Map(this.lanes.map((lane, i) => [lane.number, i]));
        this.racing = new Set();
        for (const race of model.races)
            for (const at of [race.now, race.before])
                if (at) this.racing.add(at - 1);
        this.last = this.steps.findLast(row => row[NUMBER])?.[NUMBER] || 0; // number of the last step
        this.buildLanes();
        this.buildEdges();
        this.restart();
    }

    field(step, which) { return this.steps[step][which] || 0; }
    text(step, which) { return this.model.texts[this.field(step, which)]; }
    kind(step) { return this.model.kinds[this.field(step, KIND)]; }
    shown(step) { return this.field(step, NUMBER) > 0 || this.racing.has(step); }
    name(lane) { return this.lanes[lane].name; }
    // With the short name that steps have for it.
    title(lane) {
        const {name, number} = this.lanes[lane];
        return name === `goroutine ${number}` ? `${name} (p${number})` : name;
    }
    short(lane) {
        const {name, number} = this.lanes[lane];
        return name === `goroutine ${number}` ? "p" + number : name;
    }
    // "Step 15 of 21": the number is that of the row and of --explain, which leave out steps of the library.
    place(step) {
        const number = this.field(step, NUMBER);
        return number ? `Step ${number} of ${this.last}` : "A step of the library";
    }
    object(step) { return this.field(step, OBJECT); }

    // The lanes that a step is on: two for a rendezvous, else one.
    lanesOf(step) {
        const own = this.laneOf.get(this.field(step, GOROUTINE));
        if (this.kind(step) !== "rendezvous") return [own];
        return [own, this.laneOf.get(this.field(step, OTHER))];
    }

    // Where the lane's goroutine is in a step.
    placeOn(step, lane) {
        const other = this.kind(step) === "rendezvous" && this.lanesOf(step)[1] === lane;
        return this.field(step, other ? OTHER_PLACE : PLACE);
    }

    placeText(place) {
        if (!place) return "";
        const [file, line] = this.model.places[place - 1];
        return this.model.files[file - 1].name.replace(/.*\//, "") + ":" + line;
    }

    // One sentence about a step.
    sentence(step) {
        const lanes = this.lanesOf(step).map(l => this.name(l)).join(" and ");
        const place = this.placeText(this.field(step, PLACE));
        const rule = this.text(step, RULE);
        return `${lanes}: ${this.text(step, WHAT)}${place ? " at " + place : ""}${rule === "-" ? "" : ` (${rule})`}`;
    }

    // Neighbours of steps on their lanes, -1 for none: [2s] on the first lane, [2s + 1] on the second.
    buildLanes() {
        this.byLane = this.lanes.map(() => []);
        this.before = new Int32Array(2 * this.count).fill(-1);
        this.after = new Int32Array(2 * this.count).fill(-1);
        const last = this.lanes.map(() => -1), put = (list, s, t) => { list[list[2 * s] < 0 ? 2 * s : 2 * s + 1] = t; };
        for (let s = 0; s < this.count; s++) {
            const fresh = this.kind(s) === "timer"; // the machine forgets the timer before
            for (const lane of this.lanesOf(s)) {
                if (last[lane] >= 0 && !fresh) {
                    put(this.before, s, last[lane]);
                    put(this.after, last[lane], s);
                }
                last[lane] = s;
                this.byLane[lane].push(s);
            }
        }
    }

    buildEdges() {
        this.edges = this.model.edges.map(([from = 0, to = 0, kind = 0]) =>
            ({from, to, kind: this.model.edgeKinds[kind]}));
        this.into = this.lists(edge => edge.to);
        this.outOf = this.lists(edge => edge.from);
    }

    // Edges by step: those of step s are edges[index[i]] for i from begin[s] to begin[s + 1].
    lists(step) {
        const begin = new Int32Array(this.count + 1), index = new Int32Array(this.edges.length);
        for (const edge of this.edges) begin[step(edge) + 1]++;
        for (let s = 0; s < this.count; s++) begin[s + 1] += begin[s];
        const next = begin.slice();
        this.edges.forEach((edge, i) => { index[next[step(edge)]++] = i; });
        return {begin, index};
    }
    edgesInto(step) {
        const {begin, index} = this.into;
        return Array.from(index.subarray(begin[step], begin[step + 1]), i => this.edges[i]);
    }

    // All steps reachable from a node. A step has a beginning (2s) and an end (2s + 1).
    reach(start, next) {
        const seen = new Uint8Array(2 * this.count), marks = new Uint8Array(this.count);
        const stack = [start], go = node => { if (!seen[node]) { seen[node] = 1; stack.push(node); } };
        seen[start] = 1;
        while (stack.length) {
            const node = stack.pop();
            marks[node >> 1] = 1;
            next(node >> 1, node & 1, go);
        }
        return marks;
    }

    // The steps that happen before a step, itself included, as marks by step.
    past(step) {
        const {begin, index} = this.into, {edges, before} = this;
        return this.reach(2 * step + 1, (s, end, go) => {
            for (let i = begin[s]; i < begin[s + 1]; i++) {
                const {from, kind} = edges[index[i]];
                if (end || INTO_BEGIN.has(kind)) go(2 * from + (FROM_BEGIN.has(kind) ? 0 : 1));
            }
            if (end) return go(2 * s);
            for (let i = 2 * s; i < 2 * s + 2; i++) if (before[i] >= 0) go(2 * before[i] + 1);
        });
    }

    future(step) {
        const {begin, index} = this.outOf, {edges, after} = this;
        return this.reach(2 * step, (s, end, go) => {
            for (let i = begin[s]; i < begin[s + 1]; i++) {
                const {to, kind} = edges[index[i]];
                if (end || FROM_BEGIN.has(kind)) go(2 * to + (INTO_BEGIN.has(kind) ? 0 : 1));
            }
            if (!end) return go(2 * s + 1);
            for (let i = 2 * s; i < 2 * s + 2; i++) if (after[i] >= 0) go(2 * after[i]);
        });
    }

    // Last step of a lane at or before a step; -1: none. First one after it; -1: none.
    lastOn(lane, step) {
        const list = this.byLane[lane];
        let low = 0, high = list.length;
        while (low < high) {
            const mid = (low + high) >> 1;
            if (list[mid] <= step) low = mid + 1; else high = mid;
        }
        return low ? list[low - 1] : -1;
    }
    nextOn(lane, step) {
        const list = this.byLane[lane], last = this.lastOn(lane, step);
        const at = last < 0 ? 0 : list.indexOf(last, this.guess(list, last)) + 1;
        return at < list.length ? list[at] : -1;
    }
    guess(list, step) {
        let low = 0, high = list.length - 1;
        while (low < high) {
            const mid = (low + high) >> 1;
            if (list[mid] < step) low = mid + 1; else high = mid;
        }
        return low;
    }

    // What the lane's goroutine has to wait for after a step: {text, place}; null: it can go on.
    waits(lane, step) {
        const next = this.nextOn(lane, step), its = this.lanes[lane];
        if (next < 0) return its.waits ? {text: its.waits, place: its.place} : null;
        const place = this.placeOn(next, lane);
        if (this.kind(next) === "rendezvous")
            for (const other of this.lanesOf(next)) {
                if (other === lane) continue;
                if (this.nextOn(other, step) !== next)
                    return {text: `${this.name(other)}, to meet it`, place, next};
            }
        for (const {from, kind} of this.edgesInto(next))
            if (from > step && AWAITED.has(kind))
                return {text: `${this.text(from, WHAT)} of ${this.name(this.lanesOf(from)[0])}`, place, next};
        return null;
    }

    // The state after a step: contents of channels, holders of locks, values of variables,
    // happens-before sets (by goroutine, a Map from event to the step at which it entered). Snapshots
    // make a step back in a long run as quick as one forward.
    restart() {
        this.at = -1;
        this.change = 0;
        this.state = {channels: new Map(), locks: new Map(), values: new Map(), sets: new Map()};
        this.snapshots = this.snapshots || [];
    }
    stateAfter(step) {
        const nearest = Math.min(Math.floor((step + 1) / SNAPSHOT), this.snapshots.length);
        if (step < this.at || nearest * SNAPSHOT > this.at + 1) {
            this.restart();
            if (nearest) {
                const {state, change} = this.snapshots[nearest - 1];
                this.state = copyOf(state);
                this.change = change;
                this.at = nearest * SNAPSHOT - 1;
            }
        }
        while (this.at < step) {
            this.apply(++this.at);
            if ((this.at + 1) % SNAPSHOT === 0 && this.snapshots.length === (this.at + 1) / SNAPSHOT - 1)
                this.snapshots.push({state: copyOf(this.state), change: this.change});
        }
        return this.state;
    }

    apply(s) {
        const object = this.object(s), kind = this.kind(s);
        this.applyChanges(s);
        if (!object) return;
        const {channels, locks, values} = this.state;
        if (this.model.objects[object - 1].kind === "channel") this.applyChannel(channels, object, kind, s);
        const lock = this.field(s, LOCK);
        if (lock) this.applyLock(locks, object, lock, this.field(s, GOROUTINE), s);
        if ((kind === "read" || kind === "write") && this.field(s, VALUE) && (this.shown(s) || values.has(object)))
            values.set(object, {value: this.text(s, VALUE), step: s, wrote: kind === "write"});
    }

    applyChannel(channels, object, kind, s) {
        if (!channels.has(object)) channels.set(object, {held: [], closed: false, step: s});
        const channel = channels.get(object);
        channel.step = s;
        if (kind === "send") channel.held.push(this.text(s, VALUE) || "?");
        if (kind === "receive") channel.held.shift();
        if (kind === "close") channel.closed = true;
    }

    applyLock(locks, object, change, goroutine, s) {
        if (!locks.has(object)) locks.set(object, {holder: 0, readers: [], step: s});
        const lock = locks.get(object);
        lock.step = s;
        if (change === 1) lock.holder = goroutine;
        if (change === 2) lock.holder = 0;
        if (change === 3) lock.readers.push(goroutine);
        if (change === 4) lock.readers.splice(Math.max(0, lock.readers.indexOf(goroutine)), 1);
    }

    applyChanges(s) {
        const {changes} = this.model, {sets} = this.state;
        for (; this.change < changes.length; this.change++) {
            const [when = 0, goroutine = 0, event = 0, entered = 0] = changes[this.change];
            if (when > s) break;
            if (!sets.has(goroutine)) sets.set(goroutine, new Map());
            if (entered) sets.get(goroutine).set(event, when); else sets.get(goroutine).delete(event);
        }
    }

    // The events that a step took out of sets: [goroutine, event] each.
    goneAt(step) {
        const {changes} = this.model;
        let low = 0, high = changes.length;
        while (low < high) {
            const mid = (low + high) >> 1;
            if ((changes[mid][0] || 0) < step) low = mid + 1; else high = mid;
        }
        const gone = [];
        for (; low < changes.length && (changes[low][0] || 0) === step; low++)
            if (!changes[low][3]) gone.push([changes[low][1] || 0, changes[low][2] || 0]);
        return gone;
    }
}

// The step of another run that is the same step of the same goroutine: as many before it on its lane,
// at the same place; -1: none.
function counterpart(run, step, other) {
    const lane = run.lanesOf(step)[0], its = other.laneOf.get(run.lanes[lane].number);
    if (its === undefined) return -1;
    const twin = other.byLane[its][run.guess(run.byLane[lane], step)];
    return twin !== undefined && sameStep(run, step, other, twin) ? twin : -1;
}

// Both runs are of the same program, so numbers of goroutines mean the same; places are numbered anew.
function sameStep(run, step, other, twin) {
    const place = (r, s) => String(r.model.places[r.field(s, PLACE) - 1]?.slice(0, 3));
    return run.field(step, GOROUTINE) === other.field(twin, GOROUTINE) &&
        run.field(step, KIND) === other.field(twin, KIND) && place(run, step) === place(other, twin);
}

// The first step at which two runs differ; -1: they do not.
function firstDifference(run, other) {
    for (let s = 0; s < run.count; s++)
        if (s >= other.count || !sameStep(run, s, other, s)) return s;
    return other.count > run.count ? run.count : -1;
}

// A copy of Maps, arrays and plain objects, to any depth.
function copyOf(value) {
    if (value instanceof Map) return new Map(Array.from(value, ([k, v]) => [k, copyOf(v)]));
    if (Array.isArray(value)) return value.slice();
    if (value && typeof value === "object")
        return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, copyOf(v)]));
    return value;
}

// The rows of a run's diagram: {step, from, to}, of which `step` is shown; `text` says of a fold what it
// is, `more` counts steps of the library that a row stands for besides. `open` has the first steps of
// folds that are to be shown one by one.
const SHORTEST_RUN = 60, LONGEST_PERIOD = 24, LEAST_TIMES = 4;

function rowsOf(run, fold, open) {
    const visible = [], rows = [];
    for (let s = 0; s < run.count; s++)
        if (!fold || run.shown(s)) visible.push(s);
    const repeats = fold && visible.length > SHORTEST_RUN ? repetitions(run, visible) : [];
    let next = 0, last = -1;
    const put = (from, to, text) => {
        if (from > last + 1) addLibrary(run, rows, last + 1, from - 1, open);
        rows.push({step: to, from, to, text, more: 0});
        last = to;
    };
    for (let i = 0; i < visible.length;) {
        const repeat = repeats[next];
        if (!repeat || repeat.first !== i) {
            put(visible[i], visible[i], "");
            i++;
            continue;
        }
        next++;
        if (open.has(visible[i])) continue;
        const steps = repeat.period === 1 ? "step" : repeat.period + " steps";
        put(visible[i], visible[repeat.end - 1], `${repeat.times} times more the ${steps} before`);
        i = repeat.end;
    }
    if (last < run.count - 1) addLibrary(run, rows, last + 1, run.count - 1, open);
    return rows;
}

// Steps of the library that order nothing between goroutines belong to the row before them.
function addLibrary(run, rows, from, to, open) {
    let orders = false;
    for (let s = from; s <= to; s++)
        orders = orders || run.lanesOf(s).length > 1 || run.into.begin[s] < run.into.begin[s + 1] ||
            run.outOf.begin[s] < run.outOf.begin[s + 1];
    const above = rows[rows.length - 1];
    if (open.has(from)) {
        for (let s = from; s <= to; s++) rows.push({step: s, from: s, to: s, text: "", more: 0});
    } else if (orders || !above) {
        const n = to - from + 1;
        rows.push({step: to, from, to, text: n === 1 ? "1 step of the library" : n + " steps of the library", more: 0});
    } else {
        above.to = to;
        above.more = to - from + 1;
    }
}

// Where a sequence of steps at the same places repeats itself: all but its first time is folded.
function repetitions(run, visible) {
    const key = s => run.racing.has(s) ? -1 - s :
        run.field(s, GOROUTINE) * 1e7 + run.field(s, PLACE) * 32 + run.field(s, KIND);
    const keys = visible.map(key), found = [];
    for (let i = 0; i < keys.length;) {
        let best = null;
        for (let p = 1; p <= LONGEST_PERIOD && i + p < keys.length; p++) {
            let end = i + p;
            while (end < keys.length && keys[end] === keys[end - p]) end++;
            const times = Math.floor((end - i) / p);
            if (times >= LEAST_TIMES && (!best || times * p > best.times * best.period))
                best = {period: p, times};
        }
        if (best) {
            found.push({first: i + best.period, end: i + best.period * best.times, period: best.period,
                        times: best.times - 1});
            i += best.period * best.times;
        } else {
            i++;
        }
    }
    return found;
}
