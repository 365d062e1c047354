// One execution: its picture, and its tuples at one time.
const execution = {
  engine: null,
  project: null,
  scenario: null,
  ran: null,
  time: 1,
  more: new Map(), // how many rows more are asked for, by the name of a table

  begin(engine) {
    this.engine = engine;
    byId("time").oninput = () => this.go(Number(byId("time").value));
    byId("earlier").onclick = () => this.go(this.time - 1);
    byId("later").onclick = () => this.go(this.time + 1);
    const tabs = [...document.querySelectorAll("#views [role=tab]")];
    tabs.forEach((tab, i) => {
      tab.onclick = () => this.view(tab.id.slice("tab-".length));
      tab.onkeydown = (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (by) {
          const next = tabs[(i + by + tabs.length) % tabs.length];
          next.click();
          next.focus();
        }
      };
    });
    byId("save").onclick = () => {
      const image = byId("view-" + this.viewed).querySelector("svg");
      if (image) download(base(this.project.main).replace(/\.ded$/, "") + "-" + this.viewed + ".svg", this.clean(image), "image/svg+xml");
    };
  },

  // clean is a picture as the engine made it.
  clean(image) {
    const copy = image.cloneNode(true);
    copy.removeAttribute("style");
    for (const wide of copy.querySelectorAll(".wide")) wide.remove();
    return new XMLSerializer().serializeToString(copy);
  },

  async show(project, scenario) {
    const ran = await this.engine.ask("run", { ...project, scenario });
    Object.assign(this, { project, scenario, ran });
    byId("happened").replaceChildren(...(ran.words.length > 0 ? ran.words : ["nothing fails"]).map((text) => element("li", text)));
    byId("kept").textContent = ran.holds ? (ran.vacuous ? "The invariant holds: nothing was owed." : "The invariant holds.") : "Violated:";
    byId("kept").className = ran.holds ? "good" : "bad";
    byId("violated").replaceChildren(...ran.violated.map(({ text, goal }) => {
      const item = element("li", text + " ");
      item.append(button("why", () => why.ask(goal)));
      return item;
    }));
    byId("thinned").hidden = !ran.thinned;
    picture(byId("view-diagram"), ran.diagram, "space-time diagram", ofDiagram(ran.nodes));
    if (ran.lineage) picture(byId("view-lineage"), ran.lineage, "lineage", ofLineage);
    else byId("view-lineage").replaceChildren(element("p", "There is nothing to explain: post is empty, and nothing is violated."));
    why.clear();
    this.view("diagram");
    byId("time").max = ran.eot;
    this.go(Math.min(this.time, ran.eot));
  },

  view(name) {
    this.viewed = name;
    for (const v of ["diagram", "lineage", "why"]) {
      byId("view-" + v).hidden = v !== name;
      byId("tab-" + v).setAttribute("aria-selected", String(v === name));
      byId("tab-" + v).tabIndex = v === name ? 0 : -1;
    }
    byId("save").disabled = !byId("view-" + name).querySelector("svg");
    centre(name === "why" ? byId("why-picture") : byId("view-" + name));
  },

  // go shows the tuples at a time, and marks it in the diagram.
  go(time) {
    if (!this.ran) return;
    this.time = Math.min(Math.max(time, 1), this.ran.eot);
    byId("time").value = this.time;
    byId("now").textContent = this.time;
    for (const line of document.querySelectorAll("#view-diagram .time")) line.classList.toggle("now", Number(line.dataset.time) === this.time);
    this.tables();
  },

  // tables shows what holds, with what is new and what is gone; the relations that change first.
  tables() {
    const groups = { changing: [], steady: [], empty: [] };
    for (const relation of this.ran.relations) {
      const rows = [];
      let changes = 0;
      for (const row of relation.rows) {
        const is = holds(row, this.time);
        const was = holds(row, this.time - 1);
        if (!is && !was) continue;
        if (is !== was) changes++;
        rows.push({ ...row, kind: is ? (was ? "" : "new") : "gone" });
      }
      if (rows.length === 0) groups.empty.push(relation.name);
      else groups[changes > 0 ? "changing" : "steady"].push(this.table(relation.name, rows));
    }
    const empty = groups.empty.length > 0 ? [element("p", "empty at this time: " + groups.empty.join(", "), "empty")] : [];
    byId("tables").replaceChildren(...groups.changing, ...groups.steady, ...empty);
  },

  table(name, rows) {
    const more = this.more.get(name) || 0;
    const shown = rows.slice(0, 12 + more);
    const table = element("table");
    table.append(element("caption", name));
    for (const { tuple, goal, kind } of shown) {
      const time = kind === "gone" ? this.time - 1 : this.time;
      const row = table.insertRow();
      row.className = kind;
      row.append(element("td", { new: "+", gone: "−", "": "" }[kind]));
      const ask = button(tuple === "" ? "( )" : tuple, () => why.ask(goal + "@" + (kind === "gone" ? this.time : time)));
      ask.title = kind === "gone" ? "why it does not hold any more" : "why it holds";
      row.insertCell().append(ask);
    }
    if (shown.length < rows.length) {
      const row = table.insertRow();
      row.append(element("td", "…"));
      row.insertCell().append(button(rows.length - shown.length + " more", () => { this.more.set(name, more + 200); this.tables(); }));
    }
    return table;
  },
};

// holds reports whether a tuple holds at a time.
const holds = ({ times }, time) => {
  for (let i = 0; i < times.length; i += 2) {
    if (times[i] <= time && time <= times[i + 1]) return true;
  }
  return false;
};
