// The search for a verdict, and what it found.
class Search {
  constructor(engine, program, execution, done) {
    this.engine = engine;
    this.program = program;
    this.execution = execution;
    this.done = done; // is called after each verdict
    this.asked = ""; // the program and setting that what is shown is about, as JSON
    this.verified = null; // the last verdict
    this.running = false;
    byId("verify").onclick = () => this.verify();
    byId("run").onclick = () => this.run();
    byId("cancel").onclick = () => this.cancel();
    byId("copy").onclick = () => navigator.clipboard.writeText(byId("verdict").textContent).then(() => say("Copied."), () => say("The browser does not let a page copy here."));
  }

  get project() { return this.program.project({ ...settings.given }); }

  // stale marks what is shown where the program or the setting is another one by now.
  stale() {
    const stale = this.asked !== "" && this.asked !== JSON.stringify(this.project);
    byId("results").classList.toggle("stale", stale);
    byId("stale").hidden = !stale;
  }

  // search does something that takes a while, with the buttons for it.
  async search(words, act) {
    if (this.running) this.engine.cancel();
    const turn = this.turn = {};
    this.running = true;
    byId("cancel").disabled = false;
    byId("progress").textContent = words;
    document.body.classList.add("running");
    try {
      await act((p) => {
        if (this.turn === turn) byId("progress").textContent = p.words + ", " + p.seconds.toFixed(1) + " s";
      });
      if (this.turn === turn) byId("progress").textContent = "";
    } catch (error) {
      if (this.turn === turn) byId("progress").textContent = error instanceof Cancelled ? "cancelled" : error.message;
      if (error instanceof Failed && error.findings.length > 0) list(this.program, error.findings);
    } finally {
      if (this.turn === turn) {
        this.running = false;
        byId("cancel").disabled = true;
        document.body.classList.remove("running");
      }
    }
  }

  cancel() {
    if (this.running) this.engine.cancel();
  }

  verify() {
    const project = this.project;
    const all = byId("all").checked;
    return this.search("verifying", async (tell) => {
      const verified = await this.engine.ask("verify", { ...project, all }, tell);
      this.begin(project, verified);
      this.say(verified);
      this.done();
      await this.execution.show(project, (verified.found[0] || this.free).scenario);
    });
  }

  // run shows the execution without faults.
  run() {
    const project = this.project;
    return this.search("running", async () => {
      if (this.asked !== JSON.stringify(project)) this.begin(project, null);
      await this.execution.show(project, this.free.scenario);
    });
  }

  free = { name: "without faults", scenario: { omissions: [], crashes: [] } };

  // begin shows what there is to choose from.
  begin(project, verified) {
    this.asked = JSON.stringify(project);
    this.verified = verified;
    byId("results").hidden = false;
    byId("said-verdict").hidden = byId("words").hidden = !verified;
    const found = verified ? verified.found : [];
    const list = [this.free, ...found];
    byId("execution").replaceChildren(...list.map((x, i) => {
      const o = element("option", i === 0 ? x.name : x.name + (x.alike > 1 ? ", and " + (x.alike - 1) + " more like it" : ""));
      o.value = i;
      return o;
    }));
    byId("execution").value = found.length > 0 ? 1 : 0;
    byId("execution").onchange = () => this.search("running", () => this.execution.show(project, list[byId("execution").value].scenario));
    this.stale();
  }

  // say shows the verdict.
  say({ kind, vacuous, text, warnings }) {
    const [headline] = text.split("\n");
    const mark = kind === "counterexample" ? "bad" : kind === "certified" && !vacuous ? "good" : "doubt";
    byId("headline").textContent = headline;
    byId("headline").className = mark;
    byId("mark").firstElementChild.setAttribute("href", "#" + mark);
    byId("mark").setAttribute("class", "symbol " + mark);
    byId("verdict").textContent = text;
    // The picture of a counterexample says most; of what is certified, the words do.
    if (kind === "counterexample") byId("shown").after(byId("words"));
    else byId("said-verdict").after(byId("words"));
    byId("warned").hidden = !warnings;
    byId("warnings").textContent = warnings || "";
  }
}
