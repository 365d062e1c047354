"use strict";
// A column for each node: what it is sent, its timers, its state.

function drawNodes() {
  const many = view.nodes.length;
  const rows = Math.ceil(many / 6); // at most six columns, equally many in each row
  $("nodes").style.setProperty("--columns", Math.ceil(many / rows));
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
  if (view.explains && up) act("rules", "the rules that fired in the last step (r)", () => rules(n));
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

function select(i, k) {
  selected = { node: i, item: k };
  history.replaceState(null, "", `#${encodeURIComponent(view.nodes[i].name)}.${k}`); // a page that is loaded again has it
}

const take = (it) => post("do", { kind: it.timer ? "fire" : "deliver", item: it.id });

// detailItem shows a message or timer, with what can be done to it.
function detailItem(n, it) {
  detail(it.timer ? `timer ${it.type} of ${n.name}` : `${it.type}: ${it.from} to ${n.name}`, () => {
    const parts = [];
    if (it.waits) parts.push(el("p", {}, `waits: ${it.waits}`));
    parts.push(el("pre", {}, it.body === undefined ? "no body" : pretty(it.body)));
    const buttons = el("p", {});
    if (!it.timer) {
      buttons.append(el("button", { title: "x", onclick: () => post("do", { kind: "drop", item: it.id }) }, "drop"), " ",
        el("button", { title: "d", onclick: () => post("do", { kind: "duplicate", item: it.id }) }, "duplicate"), " ",
        el("button", { title: "k", onclick: () => post("do", { kind: "cut", node: it.from, to: n.name }) }, "cut this link"), " ");
    }
    buttons.append(el("button", { title: "e", onclick: () => editItem(it) }, "change body"));
    parts.push(buttons);
    return parts;
  });
}

// pairs says of each element of a list what it was before. An element that was there, at any place, is the same; one that is new is compared
// with the one at its place, if that is gone.
function pairs(v, old) {
  const places = new Map();
  old.forEach((x, k) => {
    const text = JSON.stringify(x);
    places.set(text, [...(places.get(text) || []), k]);
  });
  const was = v.map((x) => (places.get(JSON.stringify(x)) || []).shift());
  const kept = new Set(was.filter((k) => k !== undefined));
  const paired = new Set();
  v.forEach((x, k) => {
    if (was[k] !== undefined || k >= old.length || kept.has(k) || x === null || typeof x !== "object" || Array.isArray(x)) return;
    was[k] = k;
    paired.add(k);
  });
  return { before: (k) => (was[k] === undefined ? null : old[was[k]]), gone: [...old.keys()].filter((k) => !kept.has(k) && !paired.has(k)) };
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
  if (before === undefined) {
    for (const [k, x] of entries) fold.append(json(x, undefined, `${path}.${k}`, k));
    return fold;
  }
  const old = before !== null && typeof before === "object" ? before : {};
  const both = Array.isArray(v) && Array.isArray(old) ? pairs(v, old) : { before: (k) => (k in old ? old[k] : null), gone: Object.keys(old).filter((k) => !(k in v)) };
  for (const [k, x] of entries) fold.append(json(x, both.before(k), `${path}.${k}`, k));
  for (const k of both.gone) fold.append(el("div", { class: "gone" }, `${k}: ${JSON.stringify(old[k])}`));
  return fold;
}

