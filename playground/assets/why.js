// Why a tuple holds in the execution that is shown, or why it does not.
const why = {
  search: null,
  before: [], // what was asked before

  begin(search) {
    this.search = search;
    byId("ask").onsubmit = (event) => {
      event.preventDefault();
      const goal = byId("goal").value.trim();
      if (goal) this.ask(goal);
    };
    byId("back").onclick = () => {
      this.before.pop();
      const goal = this.before.pop();
      if (goal) this.ask(goal);
    };
    byId("full").onchange = () => {
      const goal = this.before.pop();
      if (goal) this.ask(goal);
    };
  },

  clear() {
    this.before = [];
    byId("why-title").textContent = "Click a tuple, in a table or in a picture, or write one: log(\"b\", _)@3 asks for any second column, at time 3.";
    byId("why-text").textContent = "";
    byId("why-picture").replaceChildren();
    byId("others").replaceChildren();
    byId("back").disabled = true;
  },

  // ask explains a goal. Others are what else the same click could mean.
  ask(goal, others = []) {
    execution.view("why");
    byId("goal").value = goal;
    return this.search.search("explaining", async () => {
      const { project, scenario, engine } = execution;
      let because;
      try {
        because = await engine.ask("why", { ...project, scenario, goal, full: byId("full").checked });
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        this.say(error.message, "");
        return;
      }
      this.before.push(goal);
      byId("back").disabled = this.before.length < 2;
      byId("others").replaceChildren(...others.filter((g) => g !== goal).map((g) => button(g, () => this.ask(g, others))));
      this.say((because.holds ? "Why " : "Why not ") + because.goal, because.text);
      picture(byId("why-picture"), because.lineage, "lineage of " + because.goal, ofLineage);
      execution.view("why");
      byId("view-why").scrollIntoView({ block: "nearest" });
    });
  },

  say(title, text) {
    byId("why-title").textContent = title;
    byId("why-text").textContent = text;
    byId("why-picture").replaceChildren();
  },
};
