"use strict";
// The dialogs of the page.

// ask opens a dialog for a value in JSON; send returns what is wrong, or nothing. kind is that of a command, or null.
function ask(label, text, kind, send) {
  dialog(label, text, kind, 8, (written, named) => {
    let body;
    try {
      body = written.trim() === "" ? null : JSON.parse(written);
    } catch (error) {
      return { error: `This is no JSON: ${error.message}` };
    }
    return send(body, named);
  });
}

// askText opens a dialog for a line of text.
const askText = (label, text, send) => dialog(label, text, null, 1, (written) => send(written.trim()));

let sending = false; // what was written is with the server

function dialog(label, text, kind, rows, send) {
  const box = $("ask-text");
  $("ask-label").textContent = label;
  box.value = text;
  box.rows = rows;
  $("ask-kind-label").hidden = kind === null;
  $("ask-kind").value = kind || "";
  $("ask-error").textContent = "";
  box.onkeydown = (event) => {
    if (event.key !== "Enter" || rows > 1 && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    $("ask-form").requestSubmit($("ask-ok"));
  };
  $("ask-form").onsubmit = async (event) => {
    if (event.submitter && event.submitter.value === "no") return;
    event.preventDefault();
    sending = true;
    const answer = await Promise.resolve(send(box.value, $("ask-kind").value)).finally(() => { sending = false; });
    if (answer && answer.error) $("ask-error").textContent = answer.error;
    else $("ask").close();
  };
  $("ask").showModal();
  (kind === null ? box : $("ask-kind")).focus();
  if (rows === 1) box.select();
}

const editItem = (it) => ask(`the body of ${it.type}, as JSON (Ctrl-Enter does it)`, JSON.stringify(it.body === undefined ? null : it.body, null, 2), null, (body) => post("do", { kind: "change", item: it.id, body }));
const editState = (n) => ask(`the state of ${n.name}, as JSON (Ctrl-Enter does it)`, JSON.stringify(n.state, null, 2), null, (body) => post("do", { kind: "set-state", node: n.name, body }));
const command = (n) => ask(`a command to ${n.name}: its body, as JSON (Ctrl-Enter does it)`, "", (view.commands || [])[0] || "", (body, type) => post("do", { kind: "command", node: n.name, type, body }));

const partition = () => askText("cut all links between groups, such as a b / c d; nodes in none keep their links", view.nodes.map((n) => n.name).join(" "), (text) => {
  const groups = text.split("/").map((g) => g.split(/[\s,]+/).filter(Boolean)).filter((g) => g.length);
  return groups.length < 2 ? { error: "there are no two groups: write / between them" } : post("partition", { groups });
});

const random = () => askText("how many random steps", "10", (text) => (/^\d+$/.test(text) ? post("random", { steps: Number(text) }) : { error: "write a number" }));

const setBreak = () => askText("stop settling and random steps where this becomes true (one that is set is removed)", $("condition").value.trim(), (condition) => (condition ? post("break", { condition }) : { error: 'write a condition, such as a.role == "leader"' }));

async function saveOnServer() {
  if (!view.saves) return say("this server writes no files", true);
  askText("save the path to this file of the server's machine, as a trace", "path.trace", async (file) => {
    const answer = await post("save", { file });
    if (!answer.error) say(answer.text);
    return answer;
  });
}

async function explain(tuple) {
  const answer = await post("why", { tuple });
  if (!answer.error) detail(tuple, () => [el("pre", {}, answer.text)]);
  return answer;
}

function why() {
  if (!view.explains) return say("there is no lineage: this is no Dedalus program", true);
  askText('why does a tuple hold, or not: such as log("b", "x")@3; _ stands for anything', "", explain);
}

async function rules(n) {
  const answer = await post("rules", { node: n.name });
  if (answer.error) return;
  detail(`rules that fired in the last step of ${n.name}`, () => (answer.rules || []).map((r) => el("pre", {}, `${r.head}  ${r.then === "now" ? "" : r.then}\n  ${r.rule}  [${r.place}]\n  from ${(r.premises || []).join(", ")}`)));
}

// links shows the links that are cut.
function links() {
  detail("links that are cut", () => (view.cuts.length ? view.cuts.map(([from, to]) => el("p", {}, `${from} to ${to} `, el("button", { onclick: async () => { await post("do", { kind: "heal", node: from, to }); } }, "heal"))) : [el("p", {}, "none")]));
  const first = document.querySelector("#detail-body button");
  if (first) first.focus();
}
