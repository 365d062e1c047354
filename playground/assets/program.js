// The program: the files that are edited, one of which is the main one, in tabs; what is wrong
// with them; examples.
class Program {
  constructor(engine, linter, changed) {
    this.engine = engine;
    this.linter = linter; // another engine, that may be busy
    this.changed = changed; // is called after each change
    this.editors = new Map(); // by name
    this.shipped = new Map(); // the texts of files of the library that were opened
    this.main = "";
    this.names = []; // of the files of the program
    this.shown = "";
    this.revision = 0; // of the text
    this.checked = null; // what was last known
    this.checking = false;
  }

  // files are the texts that are not those of the library.
  get files() {
    const files = {};
    for (const [name, editor] of this.editors) {
      if (this.shipped.get(name) !== editor.text) files[name] = editor.text;
    }
    return files;
  }

  get edited() { return Object.keys(this.files).length > 0; }

  // open shows a program in the place of what is there.
  async open({ main, files = {} }) {
    this.editors.clear();
    byId("editors").replaceChildren();
    this.main = main;
    this.names = [main];
    for (const [name, text] of Object.entries(files)) this.edit(name, text);
    this.revision++;
    await this.show(main);
  }

  edit(name, text) {
    const editor = new Editor(name, text, () => this.touch());
    this.editors.set(name, editor);
    byId("editors").append(editor.root);
    return editor;
  }

  // library is the text of a file of the library.
  async library(name) {
    if (!this.shipped.has(name)) {
      const { text } = await this.engine.ask("open", { name });
      this.shipped.set(name, text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
    }
    return this.shipped.get(name);
  }

  // show shows a file.
  async show(name) {
    if (!this.editors.has(name)) {
      const main = this.main;
      const text = await this.library(name);
      if (this.main !== main || this.editors.has(name)) return; // another program is there
      this.edit(name, text);
    }
    this.shown = name;
    for (const [n, e] of this.editors) e.root.hidden = n !== name;
    this.tabs();
    this.check();
    this.changed();
  }

  touch() {
    this.revision++;
    this.tabs();
    this.check();
    this.changed();
  }

  tabs() {
    const names = [...new Set([...this.names, ...this.editors.keys()])];
    const files = this.files;
    byId("files").replaceChildren(...names.map((name) => {
      const b = button(base(name), () => this.show(name));
      b.title = name + (this.shipped.has(name) && !(name in files) ? ", of the library" : "");
      b.setAttribute("role", "tab");
      b.setAttribute("aria-selected", String(name === this.shown));
      b.classList.toggle("edited", name in files && this.shipped.has(name));
      return b;
    }));
  }

  project(settings) { return { main: this.main, files: this.files, settings }; }

  // check asks what is wrong, and how the text is coloured: about the last change, where there
  // are several while an answer is awaited.
  async check() {
    if (this.checking) return;
    this.checking = true;
    try {
      for (let asked = null; asked !== this.question();) {
        asked = this.question();
        const { main, shown } = this;
        const answer = await this.engine.ask("check", { ...this.project(settings.given), show: shown });
        if (main !== this.main || asked !== this.question()) continue;
        if (!this.checked) performance.mark("checked");
        this.checked = answer;
        if (answer.sound) this.names = answer.files;
        this.tabs();
        this.editors.get(shown)?.paint.known(answer.classes, answer.spans);
        settings.known(answer);
        this.found(answer.findings);
        if (answer.sound) this.lint();
      }
    } catch (error) {
      say(error.message);
    } finally {
      this.checking = false;
    }
  }

  // found shows what is wrong.
  found(findings) {
    for (const [name, e] of this.editors) e.paint.mark(findings.filter((f) => f.place && f.place.file === name));
    list(this, findings);
  }

  // lint asks what else is odd, where nothing has changed for a while.
  lint = later(600, async () => {
    const asked = this.question();
    try {
      const { findings } = await this.linter.ask("lint", this.project({}));
      if (asked === this.question()) this.found(findings);
    } catch { // a search was cancelled, or the program has changed: it is asked again
    }
  });

  // question is what a check depends on, as a text.
  question() { return JSON.stringify([this.main, this.shown, this.revision, settings.given]); }

  // goTo shows a place.
  async goTo(place) {
    await this.show(place.file);
    this.editors.get(place.file)?.select(place);
  }

  // fix changes the text as a finding proposes.
  async fix({ edits }) {
    await this.show(edits[0].place.file);
    this.editors.get(edits[0].place.file)?.apply(edits);
  }

  // fixHere changes what is wrong at the cursor.
  fixHere() {
    const editor = this.editors.get(this.shown);
    const finding = editor?.at(editor.area.selectionStart).find((f) => f.fixes?.length > 0);
    if (finding) this.fix(finding.fixes[0]);
    else say("There is no quick fix at the cursor.");
  }
}

// list shows findings.
const list = (program, findings) => {
  const count = (severity) => findings.filter((f) => f.severity === severity).length;
  const words = [["error", count("error")], ["warning", count("warning")]].filter(([, n]) => n > 0).map(([word, n]) => n + " " + word + (n > 1 ? "s" : ""));
  byId("counted").textContent = words.join(", ") || "no errors, no warnings";
  byId("counted").className = worst(findings);
  byId("findings").replaceChildren(...findings.map((f) => {
    const item = element("li", undefined, f.severity);
    const go = (place, text) => (place ? button(text, () => program.goTo(place), "place") : element("span", text, "place"));
    const where = (place) => (place ? (place.file === program.main ? "" : base(place.file) + ":") + place.line + ":" + place.column : "");
    item.append(go(f.place, where(f.place) + " " + f.severity + ": " + f.message), element("code", " " + f.code));
    for (const n of f.notes || []) item.append(element("br"), go(n.place, where(n.place) + " note: " + n.message));
    if (f.hint) item.append(element("p", f.hint.replaceAll("`", ""), "hint"));
    for (const fix of f.fixes || []) item.append(button("Fix: " + fix.title.replaceAll("`", ""), () => program.fix(fix), "fix"));
    return item;
  }));
};
