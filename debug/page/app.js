"use strict";
// Keys and buttons, and the stream of changes.

const isField = (e) => ["INPUT", "TEXTAREA"].includes(e.tagName);
const isPlain = (event) => view && !event.ctrlKey && !event.metaKey && !event.altKey && !$("keys").open;

document.addEventListener("keydown", (event) => {
  if (!isPlain(event) || $("ask").open) return;
  if (isField(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "Enter" && event.target.tagName === "BUTTON") return; // it is pressed
  if (press(event.key)) event.preventDefault();
});

// Keys that are typed while the page waits for an answer wait, too: each acts on what the one before has done.
const waiting = [];

document.addEventListener("keydown", (event) => {
  if (!isPlain(event) || !working && waiting.length === 0) return;
  if ($("ask").open ? !sending : isField(event.target)) return; // a text is being written
  if (event.key.length > 1 && !/^(Enter|Backspace|Arrow.*|Escape)$/.test(event.key) || event.key === "Escape" && view.search) return;
  event.preventDefault();
  event.stopPropagation();
  waiting.push(event.key);
}, true);

// typeAhead does with the keys that have waited what they would have done now.
function typeAhead() {
  while (waiting.length && !working) {
    const key = waiting.shift(), at = document.activeElement;
    if (isField(at)) write(at, key);
    else if (key === "Enter" && at.tagName === "BUTTON") at.click();
    else press(key);
  }
}

// write writes a key into a field.
function write(field, key) {
  const from = field.selectionStart, to = field.selectionEnd;
  if (key.length === 1 || key === "Enter" && field.rows > 1) field.setRangeText(key === "Enter" ? "\n" : key, from, to, "end");
  else if (key === "Backspace") field.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
  else if (key === "Enter") field.form.requestSubmit(field.form.querySelector("#ask-ok"));
  else if (key === "Escape" && $("ask").open) $("ask").close();
  else if (key === "Escape") field.blur();
}

// press does what a key means, and reports whether it means something.
function press(key) {
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
    Enter: () => it && take(it),
    x: () => it && !it.timer && post("do", { kind: "drop", item: it.id }),
    d: () => it && !it.timer && post("do", { kind: "duplicate", item: it.id }),
    e: () => it && editItem(it),
    c: () => post("do", { kind: n.status === "up" ? "crash" : n.status === "down" ? "restart" : "start", node: n.name }),
    C: () => n.status === "down" && post("do", { kind: "restart", node: n.name, lost: true }),
    p: () => post("partition", { group: [n.name] }), P: partition, k: () => it && !it.timer && post("do", { kind: "cut", node: it.from, to: n.name }),
    h: () => post("heal"), l: links, m: () => command(n), t: () => editState(n),
    s: () => post("settle"), z: random, b: back, f: forward, "[": () => across(-1), "]": () => across(1), g: goTo, n: nameState, w: why,
    r: () => view.explains && rules(n), S: saveOnServer, o: () => $("open").click(), B: setBreak,
    u: () => $("condition").focus(), "?": () => $("keys").showModal(),
    Escape: () => view.search && post("cancel"),
  };
  if (!Object.hasOwn(keys, key)) return false;
  keys[key]();
  return true;
}

$("settle").addEventListener("click", () => post("settle"));
$("back").addEventListener("click", back);
$("random").addEventListener("click", random);
$("heal").addEventListener("click", () => post("heal"));
$("cancel").addEventListener("click", () => post("cancel"));
$("help").addEventListener("click", () => $("keys").showModal());
// remember keeps a condition for the list under the field, also when the page is loaded again.
function remember(condition) {
  let list = [];
  try {
    list = JSON.parse(sessionStorage.getItem("conditions") || "[]");
    if (condition) list = [condition, ...list.filter((c) => c !== condition)].slice(0, 20);
    sessionStorage.setItem("conditions", JSON.stringify(list));
  } catch { /* a browser that keeps nothing */ }
  $("conditions").replaceChildren(...list.map((value) => el("option", { value })));
}
remember("");
$("until").addEventListener("submit", (event) => {
  event.preventDefault();
  const condition = $("condition").value.trim();
  if (!condition) return;
  remember(condition);
  post("until", { condition, steps: Number($("steps").value) || 12 });
  $("condition").blur();
});
$("break").addEventListener("click", setBreak);
$("keep").addEventListener("click", saveOnServer);
$("open").addEventListener("change", async () => {
  const file = $("open").files[0];
  if (!file) return;
  await post("open", await file.text());
  $("open").value = "";
});

const silent = "the debugger does not answer";
const events = new EventSource("events");
events.onmessage = (event) => { if (!view || view.version !== Number(event.data)) refresh(); };
events.addEventListener("end", () => { events.close(); say(problem = "the debugger has ended", true); });
events.onopen = () => { if (problem === silent) say(problem = ""); };
events.onerror = () => say(problem = silent, true);
addEventListener("resize", () => view && (paintTree(), paintDiagram()));
refresh().then(() => { // what was selected before the page was loaded again
  const [, name, item] = /^#(.*)\.(\d+)$/.exec(location.hash) || [];
  const i = view ? view.nodes.findIndex((n) => encodeURIComponent(n.name) === name) : -1;
  if (i < 0) return;
  selected = { node: i, item: Math.max(0, Math.min(Number(item), view.nodes[i].items.length - 1)) };
  focusItem();
});
