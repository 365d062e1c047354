"use strict";
// The history as a tree: a row a depth, a column a branch. Only what is to be seen is drawn.

let tree = { states: 0, columns: 0, column: [], rows: [], children: [] }; // grows with view.states

// layTree gives new states their columns. A column is never given twice, so what is laid stays.
function layTree() {
  for (let n = tree.states; n < view.states.length; n++) {
    const s = view.states[n];
    tree.children.push([]);
    if (s.parent >= 0) {
      const siblings = tree.children[s.parent];
      tree.column.push(siblings.length === 0 ? tree.column[s.parent] : ++tree.columns);
      siblings.push(n);
    } else tree.column.push(0);
    (tree.rows[s.depth] = tree.rows[s.depth] || []).push(n);
  }
  tree.states = view.states.length;
}

const treeX = (n) => 10 + 14 * tree.column[n], treeY = (n) => 8 + 13 * view.states[n].depth;

function drawTree() {
  layTree();
  const here = $("history"), now = view.current;
  const width = 90 + 14 * tree.columns, height = 20 + 13 * tree.rows.length;
  $("tree").style.width = `${width}px`;
  $("tree").style.height = `${height}px`;
  const y = treeY(now), x = treeX(now);
  if (drawTree.at !== now) {
    if (y < here.scrollTop || y > here.scrollTop + here.clientHeight - 50) here.scrollTop = y - here.clientHeight / 2;
    if (x < here.scrollLeft || x > here.scrollLeft + here.clientWidth - 20) here.scrollLeft = x - here.clientWidth / 2;
    drawTree.at = now;
  }
  paintTree();
}

function paintTree() {
  const here = $("history"), on = new Set(view.path.map((e) => e.n)).add(0);
  const first = Math.max(0, Math.floor(here.scrollTop / 13) - 20), last = Math.min(tree.rows.length - 1, first + Math.ceil(here.clientHeight / 13) + 40);
  const left = here.scrollLeft - 100, right = here.scrollLeft + here.clientWidth + 20;
  const top = 13 * first;
  const root = svg("svg", { width: $("tree").style.width.replace("px", ""), height: 13 * (last - first + 1) + 20, role: "img", "aria-label": "history" });
  root.style.top = `${top}px`;
  const dots = [];
  for (let depth = first; depth <= last; depth++) {
    for (const n of tree.rows[depth]) {
      const s = view.states[n], x = treeX(n), y = treeY(n) - top;
      if (s.parent >= 0 && x >= left && treeX(s.parent) <= right) root.append(svg("path", { class: on.has(n) ? "edge on" : "edge", d: `M${treeX(s.parent)},${treeY(s.parent) - top} L${x},${y}` }));
      if (x < left || x > right) continue;
      const dot = svg("circle", { class: `dot${on.has(n) ? " on" : ""}${n === view.current ? " here" : ""}${s.bad || s.broken ? " bad" : s.stop ? " stop" : ""}`, cx: x, cy: y, r: n === view.current ? 5 : 4, "data-state": n, onclick: () => post("travel", { state: n }) });
      dot.append(svg("title", {}, `${n}: ${s.text}${s.bad ? `\n${s.bad}` : ""}${s.broken ? `\n${s.broken}` : ""}${s.stop ? "\na breakpoint holds" : ""}`));
      dots.push(dot);
      if (view.names[n]) dots.push(svg("text", { x: x + 8, y: y + 3 }, view.names[n]));
    }
  }
  root.append(...dots);
  $("tree").replaceChildren(root);
}

async function back() {
  const s = view.states[view.current];
  if (s.parent >= 0) await post("travel", { state: s.parent });
}

async function forward() {
  const next = tree.children[view.current];
  if (next.length) await post("travel", { state: next[next.length - 1] });
}

// across goes to the state of the same depth on the branch before or after this one.
async function across(by) {
  const row = [...tree.rows[view.states[view.current].depth]].sort((a, b) => tree.column[a] - tree.column[b]);
  const next = row[row.indexOf(view.current) + by];
  if (next !== undefined) await post("travel", { state: next });
}

const nameState = () => askText("a name for this state", view.names[view.current] || "", (name) => post("name", { state: view.current, name }));

const goTo = () => askText("go to a state: its name or its number", "", (text) => {
  const named = Object.entries(view.names).find(([, name]) => name === text);
  if (!named && !/^\d+$/.test(text)) return { error: `no state is named ${text}` };
  return post("travel", { state: Number(named ? named[0] : text) });
});

$("history").addEventListener("scroll", () => view && paintTree());
