// An editor of one file: a textarea that one sees through, above its text in colours.
class Editor {
  constructor(name, text, changed) {
    this.name = name;
    this.root = element("div", undefined, "editor");
    const gutter = element("div", undefined, "gutter");
    gutter.setAttribute("aria-hidden", "true");
    const pre = element("pre");
    pre.setAttribute("aria-hidden", "true");
    this.area = element("textarea");
    Object.assign(this.area, { spellcheck: false, autocomplete: "off", wrap: "off", value: text });
    for (const [key, value] of [["autocapitalize", "off"], ["autocorrect", "off"], ["aria-label", name], ["aria-describedby", "keys"]]) this.area.setAttribute(key, value);
    const code = element("div", undefined, "code");
    code.append(pre, this.area);
    this.root.append(gutter, code);
    this.paint = new Paint(pre, gutter, (finding) => this.select(finding.place));
    this.paint.edited(this.text);
    this.leaves = false; // the next tab key leaves the editor
    this.area.addEventListener("input", () => {
      this.paint.edited(this.text);
      changed();
    });
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("blur", () => { this.leaves = false; });
    this.area.addEventListener("pointermove", (event) => this.point(event));
  }

  get text() { return this.area.value; }

  // point shows what is wrong under the pointer.
  point(event) {
    const mark = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e.classList.contains("mark") && this.root.contains(e));
    this.area.title = mark ? this.at(this.offset(mark)).map((f) => f.message).join("\n") : "";
  }

  // offset is where the text of an element begins.
  offset(mark) {
    const line = mark.parentElement;
    let at = 0;
    for (let e = line.previousElementSibling; e; e = e.previousElementSibling) at += e.textContent.length + 1;
    for (let n = mark.previousSibling; n; n = n.previousSibling) at += n.textContent.length;
    return at;
  }

  // at are the findings at a place.
  at(offset) {
    return this.paint.findings.filter(({ place }) => place.from <= offset && offset <= Math.max(place.to, place.from + 1));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      this.leaves = true;
      return;
    }
    if (event.key === "Tab" && !this.leaves) {
      event.preventDefault();
      this.indent(event.shiftKey);
    }
    if (event.key !== "Shift") this.leaves = false;
  }

  // indent puts two spaces at the cursor, or before the selected lines; back takes them away.
  indent(back) {
    const { area, text } = this;
    const { selectionStart: from, selectionEnd: to } = area;
    if (!back && !text.slice(from, to).includes("\n")) {
      this.insert(from, to, "  ");
      return;
    }
    const start = text.lastIndexOf("\n", from - 1) + 1;
    const old = text.slice(start, to);
    const changed = old.split("\n").map((line) => (back ? line.replace(/^( {1,2}|\t)/, "") : line === "" ? line : "  " + line)).join("\n");
    if (changed === old) return;
    this.insert(start, to, changed);
    area.setSelectionRange(old.includes("\n") ? start : Math.max(start, from + changed.length - old.length), start + changed.length);
  }

  // insert replaces a stretch of the text as if it were typed, so that it can be undone.
  insert(from, to, text) {
    if (from === to && text === "") return;
    this.area.focus();
    this.area.setSelectionRange(from, to);
    if (!document.execCommand(text === "" ? "delete" : "insertText", false, text)) {
      this.area.setRangeText(text, from, to, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }

  // apply changes the text by edits, in one step.
  apply(edits) {
    const from = edits[0].place.from;
    const to = edits[edits.length - 1].place.to;
    let text = "";
    let at = from;
    for (const e of edits) {
      text += this.text.slice(at, e.place.from) + e.text;
      at = e.place.to;
    }
    this.insert(from, to, text);
  }

  // select goes to a place.
  select({ from, to }) {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    const line = this.paint.pre.children[this.text.slice(0, from).split("\n").length - 1];
    if (line) line.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
