"use strict";
// The page of molly debug. All state lives in the server: this draws the view that it gives, and asks for actions.
// What nodes say is text: nothing here makes markup of it.

let view = null;
let selected = { node: 0, item: 0 }; // what the keys act on
let opened = new Set(); // paths of states that are folded out
let restoring = false; // the focus comes back to where it was

const $ = (id) => document.getElementById(id);
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7a5195", "#8c564b", "#5d8a00", "#e15759", "#4d5d6c", "#00a0a0"];
const colour = (name) => colours[view.nodes.findIndex((n) => n.name === name) % colours.length];

function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (k === "onclick") e.addEventListener("click", v);
    else if (k === "style") for (const [p, x] of Object.entries(v)) e.style.setProperty(p, x);
    else if (v !== false && v !== undefined && v !== null) e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

function svg(tag, attributes = {}, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (k === "onclick" || k === "onmouseenter") e.addEventListener(k.slice(2), v);
    else e.setAttribute(k, v);
  }
  e.append(...children);
  return e;
}

// post asks the server for something, and says what is wrong with it.
async function post(what, body = {}) {
  const response = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) {
    say(`${what}: ${await response.text()}`, true);
    return { error: "refused" };
  }
  const answer = await response.json();
  if (answer.error) say(answer.error, true);
  return answer;
}

function say(text, bad) {
  $("message").textContent = text;
  $("message").className = bad ? "bad" : "";
}

async function refresh() {
  const response = await fetch("view");
  if (!response.ok) return;
  view = await response.json();
  draw();
}

// draw draws everything.
function draw() {
  document.title = `${view.title}: molly debug`;
  $("title").textContent = view.title;
  if (view.search) say(`searching for ${view.search.condition}: ${view.search.executions} executions, now of ${view.search.depth} steps`);
  else if (view.violation) say(`violation: ${view.violation}` + (view.message ? `\n${view.message}` : ""), true);
  else say(view.message || "");
  $("cancel").hidden = !view.search;
  $("heal").hidden = view.cuts.length === 0;
  $("heal").textContent = `heal links (${view.cuts.length} cut)`;
  $("breaks").replaceChildren(...view.breaks.map((text) => el("li", {}, `stop at ${text} `, el("button", { title: "remove", onclick: () => post("break", { condition: text }) }, "remove"))));
  $("kinds").replaceChildren(...(view.commands || []).map((kind) => el("option", { value: kind })));
  drawNodes();
  drawTree();
  drawDiagram();
}

function drawNodes() {
  const many = view.nodes.length;
  $("nodes").style.setProperty("--column", many > 8 ? "128px" : many > 5 ? "150px" : "190px");
  selected.node = Math.min(selected.node, many - 1);
  const focused = document.activeElement && document.activeElement.classList.contains("item");
  $("nodes").replaceChildren(...view.nodes.map((n, i) => node(n, i)));
  const items = view.nodes[selected.node].items;
  selected.item = Math.max(0, Math.min(selected.item, items.length - 1));
  if (focused || document.activeElement === document.body) focusItem();
}

function focusItem() {
  const e = document.querySelector(`[data-node="${selected.node}"][data-item="${selected.item}"]`) || document.querySelector(`#node-${selected.node}`);
  restoring = true; // it is no choice of the user: the detail stays
  if (e) e.focus();
  restoring = false;
}

function node(n, i) {
  const up = n.status === "up";
  const acts = el("span", { class: "acts" });
  const act = (label, title, f) => acts.append(el("button", { title, tabindex: "-1", onclick: f }, label));
  if (n.status === "new") act("start", "start the node", () => post("do", { kind: "start", node: n.name }));
  if (up) {
    act("crash", "crash the node (c)", () => post("do", { kind: "crash", node: n.name }));
    act("command", "send the node a command (m)", () => command(n));
    act("edit", "change the state by hand (t)", () => editState(n));
  }
  if (n.status === "down") {
    act("restart", "restart the node with what is on its disk (c)", () => post("do", { kind: "restart", node: n.name }));
    act("lost", "restart the node without its disk (C)", () => post("do", { kind: "restart", node: n.name, lost: true }));
  }
  act("cut off", "cut the node off from all others (p)", () => post("partition", { group: [n.name] }));
  const items = el("ul", { class: "items" });
  n.items.forEach((it, k) => items.append(item(n, i, it, k)));
  if (view.explains && up) act("rules", "the rules that fired in the last step", () => rules(n));
  const state = el("div", { class: "tree" });
  const title = n.moved && n.before !== undefined ? "state (changes are marked)" : "state";
  state.append(json(n.state, n.moved ? n.before : undefined, `${n.name}`, title, true));
  return el("article", { class: `node${n.moved ? " moved" : ""}${up ? "" : " down"}`, id: `node-${i}`, tabindex: "-1", style: { "--c": colour(n.name) }, "aria-label": n.name },
    el("h3", {}, el("span", { class: "name" }, n.name), el("span", { class: "status" }, n.status), acts),
    n.broken ? el("p", { class: "broken" }, n.broken) : null, items, state);
}

function item(n, i, it, k) {
  const can = !it.waits;
  const text = it.timer ? `timer ${it.type}` : `${it.type} from ${it.from}`;
  const e = el("li", {
    class: `item${it.timer ? " timer" : ""}${can ? "" : " waits"}`, tabindex: "0", "data-node": i, "data-item": k, "data-id": it.id, "data-type": it.type, "data-from": it.from,
    role: "button", title: can ? (it.timer ? "fire (Enter)" : "deliver (Enter)") : `waits: ${it.waits}`, style: { "--c": it.timer ? colour(n.name) : colour(it.from) },
    onclick: () => { select(i, k); detailItem(n, it); if (can) take(it); },
  }, text, " ", el("span", { class: "body" }, it.body === undefined ? "" : JSON.stringify(it.body)));
  e.addEventListener("focus", () => {
    select(i, k);
    if (!restoring) detailItem(n, it);
  });
  return e;
}

function select(i, k) { selected = { node: i, item: k }; }

const take = (it) => post("do", { kind: it.timer ? "fire" : "deliver", item: it.id });

// detailItem shows a message or timer, with what can be done to it.
function detailItem(n, it) {
  detail(it.timer ? `timer ${it.type} of ${n.name}` : `${it.type}: ${it.from} to ${n.name}`, () => {
    const parts = [];
    if (it.waits) parts.push(el("p", {}, `waits: ${it.waits}`));
    parts.push(el("pre", {}, it.body === undefined ? "no body" : JSON.stringify(it.body, null, 2)));
    const buttons = el("p", {});
    if (!it.timer) {
      buttons.append(el("button", { title: "x", onclick: () => post("do", { kind: "drop", item: it.id }) }, "drop"), " ",
        el("button", { title: "d", onclick: () => post("do", { kind: "duplicate", item: it.id }) }, "duplicate"), " ",
        el("button", { onclick: () => post("do", { kind: "cut", node: it.from, to: n.name }) }, "cut this link"), " ");
    }
    buttons.append(el("button", { title: "e", onclick: () => editItem(it) }, "change body"));
    parts.push(buttons);
    return parts;
  });
}

function detail(title, make) {
  $("detail-title").textContent = title;
  $("detail-body").replaceChildren(...make());
}

// json draws a value as a tree. Where there is an earlier value, what is new is marked.
function json(v, before, path, name, top) {
  const changed = before !== undefined && JSON.stringify(v) !== JSON.stringify(before);
  const label = name === undefined ? "" : `${name}: `;
  if (v === null || typeof v !== "object") return el("div", { class: changed && !top ? "new" : "" }, top && v === null ? `${name}: nothing yet` : label + JSON.stringify(v));
  const relation = view.explains && /^[^.]+\.holds\.([^.]+)\.\d+$/.exec(path);
  if (relation) {
    const tuple = `${relation[1]}(${v.map((x) => JSON.stringify(x)).join(", ")})`;
    return el("div", { class: `tuple${changed ? " new" : ""}` }, el("button", { class: "why", title: `why does ${tuple} hold?`, tabindex: "-1", onclick: () => explain(tuple) }, tuple));
  }
  const entries = Array.isArray(v) ? v.map((x, i) => [i, x]) : Object.entries(v);
  const short = JSON.stringify(v);
  if (!top && short.length < 40 && !(view.explains && /\.holds(\.|$)/.test(path))) return el("div", { class: changed ? "new" : "" }, label + short);
  const fold = el("details", {}, el("summary", {}, label + (Array.isArray(v) ? `[${entries.length}]` : `{${entries.length}}`) + (changed && !top ? " *" : "")));
  fold.open = top || opened.has(path) || changed || (view.explains && /\.holds(\.|$)/.test(path));
  fold.addEventListener("toggle", () => (fold.open ? opened.add(path) : opened.delete(path)));
  const old = before !== undefined && before !== null && typeof before === "object" ? before : before === undefined ? undefined : {};
  for (const [k, x] of entries) fold.append(json(x, old === undefined ? undefined : k in old ? old[k] : null, `${path}.${k}`, k));
  if (old !== undefined && !Array.isArray(v)) for (const k of Object.keys(old)) if (!(k in v)) fold.append(el("div", { class: "gone" }, `${k}: ${JSON.stringify(old[k])}`));
  return fold;
}

// ask opens a dialog for a text; send returns what is wrong, or nothing.
function ask(label, text, kind, send) {
  $("ask-label").textContent = label;
  $("ask-text").value = text;
  $("ask-kind-label").hidden = kind === null;
  $("ask-kind").value = kind || "";
  $("ask-error").textContent = "";
  $("ask-form").onsubmit = async (event) => {
    if (event.submitter && event.submitter.value === "no") return;
    event.preventDefault();
    let body;
    try {
      body = $("ask-text").value.trim() === "" ? null : JSON.parse($("ask-text").value);
    } catch (error) {
      $("ask-error").textContent = `This is no JSON: ${error.message}`;
      return;
    }
    const answer = await send(body, $("ask-kind").value);
    if (answer.error) $("ask-error").textContent = answer.error;
    else $("ask").close();
  };
  $("ask").showModal();
  (kind === null ? $("ask-text") : $("ask-kind")).focus();
}

const editItem = (it) => ask(`the body of ${it.type}, as JSON`, JSON.stringify(it.body === undefined ? null : it.body, null, 2), null, (body) => post("do", { kind: "change", item: it.id, body }));
const editState = (n) => ask(`the state of ${n.name}, as JSON`, JSON.stringify(n.state, null, 2), null, (body) => post("do", { kind: "set-state", node: n.name, body }));
const command = (n) => ask(`a command to ${n.name}: its body, as JSON`, "", (view.commands || [])[0] || "", (body, type) => post("do", { kind: "command", node: n.name, type, body }));

// drawTree draws the history: a column a branch.
function drawTree() {
  const states = view.states;
  const column = new Map(), children = states.map(() => []);
  for (const s of states) if (s.parent >= 0) children[s.parent].push(s.n);
  let columns = 0;
  const walk = [[0, 0]];
  column.set(0, 0);
  while (walk.length) {
    const [n, c] = walk.pop();
    column.set(n, c);
    children[n].forEach((child, k) => walk.push([child, k === 0 ? c : ++columns]));
  }
  const on = new Set();
  for (let n = view.current; n >= 0; n = states[n].parent) on.add(n);
  const x = (n) => 10 + 14 * column.get(n), y = (n) => 8 + 13 * states[n].depth;
  const deepest = Math.max(...states.map((s) => s.depth));
  const root = svg("svg", { width: 30 + 14 * columns + 60, height: 20 + 13 * deepest, role: "img", "aria-label": "history" });
  for (const s of states) {
    if (s.parent >= 0) root.append(svg("path", { class: on.has(s.n) ? "edge on" : "edge", d: `M${x(s.parent)},${y(s.parent)} L${x(s.n)},${y(s.n)}` }));
  }
  for (const s of states) {
    const dot = svg("circle", { class: `dot${on.has(s.n) ? " on" : ""}${s.n === view.current ? " here" : ""}${s.violation || s.broken ? " bad" : ""}`, cx: x(s.n), cy: y(s.n), r: s.n === view.current ? 5 : 4, "data-state": s.n, onclick: () => post("travel", { state: s.n }) });
    dot.append(svg("title", {}, `${s.n}: ${s.parent < 0 ? "the beginning" : `${s.node >= 0 ? view.nodes[s.node].name + ": " : ""}${s.kind} ${s.type || ""}`}${s.violation ? `\n${s.violation}` : ""}${s.broken ? `\n${s.broken}` : ""}`));
    root.append(dot);
    if (s.name) root.append(svg("text", { x: x(s.n) + 8, y: y(s.n) + 3 }, s.name));
  }
  $("tree").replaceChildren(root);
  const here = $("history");
  const top = y(view.current);
  if (top < here.scrollTop || top > here.scrollTop + here.clientHeight - 40) here.scrollTop = top - here.clientHeight / 2;
}

// drawDiagram draws the current path: a lane a node, time from left to right. What changes links only shares a place with its
// neighbours, and so do the starts.
function drawDiagram() {
  const left = 70, lane = 30, top = 52;
  const slot = [];
  let slots = 0;
  view.path.forEach((e, k) => {
    const group = e.kind === "cut" || e.kind === "heal" ? "links" : e.kind === "start" ? "start" : "";
    const last = k > 0 ? slot[k - 1] : null;
    slot.push(group && last && last.group === group ? last : { at: slots++, group });
  });
  const step = slots > 60 ? 20 : 30;
  const x = (k) => left + 12 + step * (k < slot.length ? slot[k].at : slots), y = (n) => top + lane * n;
  const width = x(view.path.length) + 40, bottom = y(view.nodes.length - 1) + 10;
  const root = svg("svg", { width, height: bottom + 10, role: "img", "aria-label": "space-time diagram" });
  const label = (k, n, text) => svg("text", { x: x(k), y: y(n) - 8, transform: `rotate(-30 ${x(k)} ${y(n) - 8})` }, text);
  view.nodes.forEach((n, i) => root.append(svg("line", { class: "lane", x1: left, x2: width - 10, y1: y(i), y2: y(i) }), svg("text", { x: 4, y: y(i) + 4, "font-weight": "bold" }, n.name)));
  const marker = svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0,0 L8,4 L0,8 z", fill: "context-stroke" }));
  root.append(svg("defs", {}, marker));
  view.path.forEach((e, k) => {
    if (e.from < 0 || e.cause < 0) return;
    if (e.kind === "deliver") {
      const line = svg("path", { class: "msg", d: `M${x(e.cause)},${y(e.from)} L${x(k)},${y(e.node)}`, "marker-end": "url(#head)" });
      line.style.stroke = colours[e.from % colours.length];
      root.append(line);
    }
    if (e.kind === "drop") {
      const end = (y(e.from) + 5 * y(e.node)) / 6;
      root.append(svg("path", { class: "msg lost", d: `M${x(e.cause)},${y(e.from)} L${x(k)},${end}` }), svg("path", { class: "msg", d: `M${x(k) - 4},${end - 4} l8,8 m0,-8 l-8,8` }));
    }
  });
  view.nodes.forEach((n, i) => n.items.forEach((it) => {
    const from = view.nodes.findIndex((m) => m.name === it.from);
    if (!it.timer && it.cause >= 0 && it.cause < view.path.length) {
      const line = svg("path", { class: "msg flight", d: `M${x(it.cause)},${y(from)} L${x(view.path.length)},${(y(from) + 2 * y(i)) / 3}` });
      line.append(svg("title", {}, `${it.type}: ${it.from} to ${n.name}, on its way`));
      root.append(line);
    }
  }));
  view.path.forEach((e, k) => {
    const here = k === view.path.length - 1;
    const on = { "data-event": k, onclick: () => post("travel", { state: e.state }), onmouseenter: () => detailEvent(e, k) };
    if (e.kind === "cut" || e.kind === "heal") {
      if (k === 0 || slot[k - 1] !== slot[k]) root.append(svg("line", { class: "links", x1: x(k), x2: x(k), y1: top - 6, y2: bottom, ...on }), svg("text", { x: x(k) - 8, y: bottom + 8 }, view.path.slice(k).findIndex((f) => f.kind !== e.kind) > 0 || k + 1 === view.path.length ? e.kind : "links"));
      return;
    }
    if (e.node < 0 || e.kind === "drop") return;
    const mark = svg("circle", { class: `ev${here ? " here" : ""}${e.bad || e.broken ? " bad" : ""}`, cx: x(k), cy: y(e.node), r: e.kind === "deliver" ? 4 : 5, ...on });
    mark.append(svg("title", {}, e.text));
    root.append(mark);
    if (e.kind === "crash" || e.broken) root.append(svg("path", { class: "dagger", d: `M${x(k)},${y(e.node) - 18} v11 m-4,-8 h8` }));
    else if (e.kind !== "deliver" && e.kind !== "start") root.append(label(k, e.node, e.kind === "fire" || e.kind === "command" ? e.type : e.kind));
  });
  $("diagram").replaceChildren(root);
  $("diagram").scrollLeft = width;
}

function detailEvent(e, k) {
  detail(`${k}: ${e.text}`, () => {
    const parts = [];
    if (e.bad) parts.push(el("p", { class: "broken" }, `violation: ${e.bad}`));
    if (e.broken) parts.push(el("p", { class: "broken" }, e.broken));
    for (const note of e.notes || []) parts.push(el("p", {}, note));
    if (e.body !== undefined) parts.push(el("h2", {}, "body"), el("pre", {}, JSON.stringify(e.body, null, 2)));
    if (e.after !== undefined) parts.push(el("h2", {}, `${view.nodes[e.node].name} after it`), el("pre", {}, JSON.stringify(e.after, null, 2)));
    return parts;
  });
}

async function rules(n) {
  const answer = await post("rules", { node: n.name });
  if (answer.error) return;
  detail(`rules that fired in the last step of ${n.name}`, () => (answer.rules || []).map((r) => el("pre", {}, `${r.head}  ${r.then === "now" ? "" : r.then}\n  ${r.rule}  [${r.place}]\n  from ${(r.premises || []).join(", ")}`)));
}

async function explain(tuple) {
  const answer = await post("why", { tuple });
  if (!answer.error) detail(tuple, () => [el("pre", {}, answer.text)]);
}

async function why() {
  if (!view.explains) return say("there is no lineage: this is no Dedalus program", true);
  const tuple = prompt('a tuple, such as log("b", "x")@3; _ stands for anything');
  if (tuple) explain(tuple);
}

async function back() {
  const s = view.states[view.current];
  if (s.parent >= 0) await post("travel", { state: s.parent });
}

async function forward() {
  const next = view.states.filter((s) => s.parent === view.current);
  if (next.length) await post("travel", { state: next[next.length - 1].n });
}

function name() {
  const text = prompt("a name for this state", view.states[view.current].name || "");
  if (text !== null) post("name", { state: view.current, name: text });
}

document.addEventListener("keydown", (event) => {
  if (!view || event.ctrlKey || event.metaKey || event.altKey || $("ask").open || $("keys").open) return;
  if (["INPUT", "TEXTAREA"].includes(event.target.tagName)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const n = view.nodes[selected.node], it = n.items[selected.item];
  const move = (dn, di) => {
    if (dn) selected = { node: (selected.node + dn + view.nodes.length) % view.nodes.length, item: 0 };
    else selected.item = Math.max(0, Math.min(n.items.length - 1, selected.item + di));
    focusItem();
    const now = view.nodes[selected.node];
    if (now.items[selected.item]) detailItem(now, now.items[selected.item]);
  };
  const keys = {
    ArrowUp: () => move(0, -1), ArrowDown: () => move(0, 1), ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0),
    Enter: () => (event.target.tagName === "BUTTON" ? null : it && take(it)),
    x: () => it && !it.timer && post("do", { kind: "drop", item: it.id }),
    d: () => it && !it.timer && post("do", { kind: "duplicate", item: it.id }),
    e: () => it && editItem(it),
    c: () => post("do", { kind: n.status === "up" ? "crash" : n.status === "down" ? "restart" : "start", node: n.name }),
    C: () => n.status === "down" && post("do", { kind: "restart", node: n.name, lost: true }),
    p: () => post("partition", { group: [n.name] }), m: () => command(n), t: () => editState(n),
    s: () => post("settle"), b: back, f: forward, n: name, w: why,
    u: () => $("condition").focus(), "?": () => $("keys").showModal(),
    Escape: () => view.search && post("cancel"),
  };
  if (keys[event.key]) {
    if (!(event.key === "Enter" && event.target.tagName === "BUTTON")) event.preventDefault();
    keys[event.key]();
  }
});

$("settle").addEventListener("click", () => post("settle"));
$("back").addEventListener("click", back);
$("heal").addEventListener("click", () => post("heal"));
$("cancel").addEventListener("click", () => post("cancel"));
$("help").addEventListener("click", () => $("keys").showModal());
$("until").addEventListener("submit", (event) => {
  event.preventDefault();
  const condition = $("condition").value.trim();
  if (!condition) return;
  $("conditions").prepend(el("option", { value: condition }));
  post("until", { condition, steps: Number($("steps").value) || 12 });
  $("condition").blur();
});
$("break").addEventListener("click", () => $("condition").value.trim() && post("break", { condition: $("condition").value.trim() }));
$("open").addEventListener("change", async () => {
  const file = $("open").files[0];
  if (!file) return;
  const response = await fetch("open", { method: "POST", headers: { "Content-Type": "application/json" }, body: await file.text() });
  const answer = response.ok ? await response.json() : { error: await response.text() };
  if (answer.error) say(answer.error, true);
  $("open").value = "";
});

const events = new EventSource("events");
let pending = false;
events.onmessage = () => {
  if (pending) return;
  pending = true;
  requestAnimationFrame(async () => { pending = false; await refresh(); });
};
events.addEventListener("end", () => { events.close(); say("the debugger has ended", true); });
events.onerror = () => { if (events.readyState === EventSource.CLOSED) say("the debugger does not answer any more", true); };
refresh();
