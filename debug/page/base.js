"use strict";
// The page of molly debug. All state lives in the server: this draws the view that it gives, and asks for actions.
// What nodes say is text: nothing here makes markup of it.

let view = null;
let selected = { node: 0, item: 0 }; // what the keys act on
let opened = new Set(); // paths of states that are folded out
let problem = ""; // what was wrong with the last request: it stays until one succeeds
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

let working = 0; // requests whose result is not shown yet: keys wait for it

// post asks the server for something, and says what is wrong with it. A body that is a text is JSON already.
async function post(what, body = {}) {
  problem = "";
  working++;
  let shown;
  try {
    const response = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body) }).catch(() => null);
    const answer = response === null ? { error: silent } : response.ok ? await response.json() : { error: `${what}: ${await response.text()}` };
    if (answer.error) say(problem = answer.error, true);
    if (!["why", "rules", "save"].includes(what)) shown = refresh();
    return answer;
  } finally {
    const done = () => setTimeout(() => { // after whoever has asked has seen the answer
      working--;
      typeAhead();
    });
    Promise.resolve(shown).then(done, done);
  }
}

function say(text, bad) {
  $("message").textContent = text;
  $("message").className = bad ? "bad" : "";
}

// refresh gets what is new, one request at a time, and has ended when it is shown.
let renewing = null, again = false;
function refresh() {
  if (renewing) again = true;
  else renewing = renew();
  return renewing;
}

async function renew() {
  try {
    do {
      again = false;
      const states = view ? view.states : [];
      const response = await fetch(`view?since=${states.length}`).catch(() => null);
      if (response === null || !response.ok) break;
      const next = await response.json();
      states.length = next.since;
      for (const s of next.states) states.push(s);
      next.states = states;
      next.path = [];
      for (let n = next.current; n > 0; n = states[n].parent) next.path.push(states[n]);
      next.path.reverse();
      view = next;
      draw();
    } while (again);
  } finally {
    renewing = null;
  }
}

// draw draws everything.
function draw() {
  document.title = `${view.title}: molly debug`;
  $("title").textContent = view.title;
  if (view.search) say(`searching for ${view.search.condition}: ${view.search.executions} executions, now of ${view.search.depth} steps`);
  else if (problem) say(problem, true);
  else if (view.violation) say(`violation: ${view.violation}` + (view.message && !view.message.includes(view.violation) ? `\n${view.message}` : ""), true);
  else say(view.message || "");
  $("cancel").hidden = !view.search;
  $("heal").hidden = view.cuts.length === 0;
  $("heal").textContent = `heal links (${view.cuts.length} cut)`;
  $("breaks").replaceChildren(...view.breaks.map((text) => el("li", {}, `stop at ${text} `, el("button", { title: "remove", onclick: () => post("break", { condition: text }) }, "remove"))));
  $("kinds").replaceChildren(...(view.commands || []).map((kind) => el("option", { value: kind })));
  drawNodes();
  drawTree();
  drawDiagram();
  if (draw.at !== view.current && view.path.length) detailEvent(view.path.at(-1), view.path.length - 1);
  draw.at = view.current;
}
