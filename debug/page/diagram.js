"use strict";
// The current path in space and time: a lane a node, time from left to right. Only what is to be seen is drawn.

let diagram = null; // where things are, of the current path

// layDiagram gives each event of the path a place. What changes links only shares a place with its neighbours, and so do the starts.
function layDiagram() {
  const at = [], group = [];
  let slots = 0;
  view.path.forEach((e, k) => {
    group.push(e.kind === "cut" || e.kind === "heal" ? "links" : e.kind === "start" ? "start" : "");
    at.push(k > 0 && group[k] && group[k] === group[k - 1] ? at[k - 1] : slots++);
  });
  let left = 20;
  for (const n of view.nodes) left = Math.max(left, Math.min(110, 12 + 7 * n.name.length));
  return { at, slots, left, step: slots > 60 ? 20 : 30, lane: view.nodes.length > 8 ? 19 : view.nodes.length > 5 ? 24 : 30, top: 46 };
}

const diagramX = (k) => diagram.left + 14 + diagram.step * (k < diagram.at.length ? diagram.at[k] : diagram.slots);
const diagramY = (n) => diagram.top + diagram.lane * n;

function drawDiagram() {
  diagram = layDiagram();
  const box = $("diagram"), space = $("space");
  space.style.width = `${diagramX(view.path.length) + 60}px`;
  space.style.height = `${diagramY(view.nodes.length - 1) + 24}px`;
  if (drawDiagram.at !== view.current) box.scrollLeft = box.scrollWidth;
  drawDiagram.at = view.current;
  paintDiagram();
}

function paintDiagram() {
  const box = $("diagram"), path = view.path, x = diagramX, y = diagramY;
  const lo = Math.max(0, box.scrollLeft - 120), width = Math.min(x(path.length) + 60 - lo, box.clientWidth + 240), hi = lo + width;
  const bottom = y(view.nodes.length - 1) + 8;
  const root = svg("svg", { width, height: bottom + 16, viewBox: `${lo} 0 ${width} ${bottom + 16}`, role: "img", "aria-label": "space-time diagram" });
  root.style.left = `${lo}px`;
  root.append(svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0,0 L8,4 L0,8 z", fill: "context-stroke" }))));
  view.nodes.forEach((_, i) => root.append(svg("line", { class: "lane", x1: lo, x2: hi, y1: y(i), y2: y(i) })));
  const line = (title, d, attributes, on) => {
    const p = svg("path", { ...attributes, d });
    const hit = svg("path", { class: "hit", d, ...on });
    hit.append(svg("title", {}, title));
    root.append(p, hit);
    return p;
  };
  path.forEach((e, k) => {
    if (e.from < 0 || e.cause < 0 || e.kind !== "deliver" && e.kind !== "drop" || x(k) < lo || x(e.cause) > hi) return;
    const on = { onclick: () => post("travel", { state: e.n }), onmouseenter: () => detailEvent(e, k) };
    if (e.kind === "deliver") line(e.text, `M${x(e.cause)},${y(e.from)} L${x(k)},${y(e.node)}`, { class: "msg", "marker-end": "url(#head)" }, on).style.stroke = colours[e.from % colours.length];
    else {
      const end = (y(e.from) + 5 * y(e.node)) / 6;
      line(e.text, `M${x(e.cause)},${y(e.from)} L${x(k)},${end}`, { class: "msg lost" }, on);
      root.append(svg("path", { class: "msg", d: `M${x(k) - 4},${end - 4} l8,8 m0,-8 l-8,8` }));
    }
  });
  view.nodes.forEach((n, i) => n.items.forEach((it, k) => {
    if (it.timer || it.cause < 0 || it.cause >= path.length || x(it.cause) > hi) return;
    const from = view.nodes.findIndex((m) => m.name === it.from);
    line(`${it.type}: ${it.from} to ${n.name}, on its way`, `M${x(it.cause)},${y(from)} L${x(path.length)},${(y(from) + 2 * y(i)) / 3}`, { class: "msg flight" },
      { onclick: () => { select(i, k); focusItem(); }, onmouseenter: () => detailItem(n, it) });
  }));
  path.forEach((e, k) => {
    if (x(k) < lo || x(k) > hi) return;
    const on = { "data-event": k, onclick: () => post("travel", { state: e.n }), onmouseenter: () => detailEvent(e, k) };
    if (e.kind === "cut" || e.kind === "heal") {
      if (k > 0 && diagram.at[k - 1] === diagram.at[k]) return;
      let mixed = false;
      for (let j = k; j < path.length && diagram.at[j] === diagram.at[k]; j++) mixed = mixed || path[j].kind !== e.kind;
      root.append(svg("line", { class: "links", x1: x(k), x2: x(k), y1: diagram.top - 6, y2: bottom, ...on }), svg("text", { x: x(k) - 8, y: bottom + 10 }, mixed ? "links" : e.kind));
      return;
    }
    if (e.node < 0 || e.kind === "drop") return;
    const mark = svg("circle", { class: `ev${k === path.length - 1 ? " here" : ""}${e.bad || e.broken ? " bad" : ""}`, cx: x(k), cy: y(e.node), r: e.kind === "deliver" ? 4 : 5, ...on });
    mark.append(svg("title", {}, e.text));
    root.append(mark);
    if (e.kind === "crash" || e.broken) root.append(svg("path", { class: "dagger", d: `M${x(k)},${y(e.node) - 18} v11 m-4,-8 h8` }));
    else if (e.kind !== "deliver" && e.kind !== "start") root.append(svg("text", { x: x(k), y: y(e.node) - 8, transform: `rotate(-30 ${x(k)} ${y(e.node) - 8})` }, e.kind === "fire" || e.kind === "command" ? e.type : e.kind));
    if (view.names[e.n]) root.append(svg("text", { class: "name", x: x(k) - 4, y: y(e.node) + 14 }, view.names[e.n]));
  });
  // The names stay at the left.
  root.append(svg("rect", { class: "names", x: box.scrollLeft - 8, y: 0, width: diagram.left + 8, height: bottom + 16 }));
  view.nodes.forEach((n, i) => root.append(svg("rect", { x: box.scrollLeft + 2, y: y(i) - 7, width: 4, height: 14, fill: colours[i % colours.length] }), svg("text", { x: box.scrollLeft + 9, y: y(i) + 4, "font-weight": "bold" }, n.name.length > 15 ? `${n.name.slice(0, 14)}…` : n.name)));
  $("space").replaceChildren(root);
}

let described = 0; // counts what is shown in the detail: an answer that comes late is not shown

function detail(title, make) {
  described++;
  $("detail-title").textContent = title;
  $("detail-body").replaceChildren(...make());
}

// pretty is JSON to read: what is short is on one line.
function pretty(v, margin = "") {
  const short = JSON.stringify(v);
  if (short.length + margin.length <= 34 || v === null || typeof v !== "object") return short;
  const inner = `${margin}  `;
  const list = Array.isArray(v) ? v.map((x) => inner + pretty(x, inner)) : Object.entries(v).map(([k, x]) => `${inner}${JSON.stringify(k)}: ${pretty(x, inner)}`);
  const [open, close] = Array.isArray(v) ? "[]" : "{}";
  return list.length ? `${open}\n${list.join(",\n")}\n${margin}${close}` : open + close;
}

const known = new Map(); // by state: body and what the node showed then

async function detailEvent(e, k) {
  const show = (more) => detail(`${k}: ${e.text}`, () => {
    const parts = [];
    if (e.bad) parts.push(el("p", { class: "broken" }, `violation: ${e.bad}`));
    if (e.broken) parts.push(el("p", { class: "broken" }, e.broken));
    for (const note of e.notes || []) parts.push(el("p", {}, note));
    if (more && more.body !== undefined) parts.push(el("h2", {}, "body"), el("pre", {}, pretty(more.body)));
    if (more && more.after !== undefined) parts.push(el("h2", {}, `${view.nodes[e.node].name} after it`), el("pre", {}, pretty(more.after)));
    return parts;
  });
  show(known.get(e.n));
  if (known.has(e.n)) return;
  const mine = described;
  const response = await fetch(`event?state=${e.n}`);
  if (!response.ok) return;
  if (known.size > 1000) known.clear();
  known.set(e.n, await response.json());
  if (mine === described) show(known.get(e.n));
}

$("diagram").addEventListener("scroll", () => view && diagram && paintDiagram());
