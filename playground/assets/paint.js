// Paint colours the text below a textarea, line by line; only lines that differ are made again.
class Paint {
  constructor(pre, gutter, goTo) {
    this.pre = pre;
    this.gutter = gutter;
    this.goTo = goTo; // is called with a finding whose mark was clicked
    this.text = "";
    this.classes = [];
    this.spans = []; // [from, to, kind]
    this.findings = []; // with a place in this text
    this.lines = []; // what is there
  }

  // edited takes a changed text. What is coloured stays so around the change, until somebody says
  // better.
  edited(text) {
    const old = this.text;
    const short = Math.min(old.length, text.length);
    let start = 0;
    while (start < short && old[start] === text[start]) start++;
    let end = 0;
    while (end < short - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    const last = old.length - end;
    const by = text.length - old.length;
    const move = (from, to) => (to <= start ? [from, to] : from >= last ? [from + by, to + by] : null);
    this.spans = this.spans.flatMap(([from, to, kind]) => {
      const moved = move(from, to);
      return moved ? [[...moved, kind]] : [];
    });
    this.findings = this.findings.flatMap((f) => {
      const moved = move(f.place.from, f.place.to);
      return moved ? [{ ...f, place: { ...f.place, from: moved[0], to: moved[1] } }] : [];
    });
    this.text = text;
    this.draw();
  }

  // known takes the colours of the text.
  known(classes, spans) {
    this.classes = classes;
    this.spans = [];
    for (let i = 0; i < spans.length; i += 3) this.spans.push([spans[i], spans[i] + spans[i + 1], spans[i + 2]]);
    this.draw();
  }

  // mark takes what is wrong with the text.
  mark(findings) {
    this.findings = findings;
    this.draw();
  }

  draw() {
    const lines = [];
    let start = 0;
    let span = 0;
    for (const text of this.text.split("\n")) {
      const end = start + text.length;
      while (span < this.spans.length && this.spans[span][1] <= start) span++;
      const spans = [];
      for (let i = span; i < this.spans.length && this.spans[i][0] < end; i++) spans.push(this.spans[i]);
      const findings = this.findings.filter((f) => f.place.from <= end && f.place.to >= start);
      lines.push({ html: this.line(text, start, spans, findings), findings });
      start = end + 1;
    }
    this.put(lines);
  }

  // line is a line as HTML: pieces that are coloured and marked alike.
  line(text, start, spans, findings) {
    const cuts = new Set([0, text.length]);
    const inside = (at) => Math.min(Math.max(at - start, 0), text.length);
    for (const [from, to] of spans) cuts.add(inside(from)).add(inside(to));
    for (const { place } of findings) cuts.add(inside(place.from)).add(inside(Math.max(place.to, place.from + 1)));
    const at = [...cuts].sort((a, b) => a - b);
    let html = "";
    for (let i = 0; i + 1 < at.length; i++) {
      const from = start + at[i];
      const classes = [];
      const span = spans.find((s) => s[0] <= from && from < s[1]);
      if (span) classes.push("code-" + this.classes[span[2]]);
      const marked = findings.filter(({ place }) => place.from <= from && from < Math.max(place.to, place.from + 1));
      if (marked.length > 0) classes.push("mark", worst(marked));
      const piece = escape(text.slice(at[i], at[i + 1]));
      html += classes.length > 0 ? `<span class="${classes.join(" ")}">${piece}</span>` : piece;
    }
    if (text === "" && findings.length > 0) html = `<span class="mark ${worst(findings)}"> </span>`;
    return html;
  }

  // put changes the lines that differ.
  put(lines) {
    const old = this.lines;
    const same = (a, b) => a.html === b.html && a.findings.map((f) => f.message).join() === b.findings.map((f) => f.message).join();
    let first = 0;
    while (first < Math.min(old.length, lines.length) && same(old[first], lines[first])) first++;
    let last = 0;
    while (last < Math.min(old.length, lines.length) - first && same(old[old.length - 1 - last], lines[lines.length - 1 - last])) last++;
    const next = this.pre.children[old.length - last] || null;
    for (let i = first; i < old.length - last; i++) this.pre.children[first].remove();
    for (let i = first; i < lines.length - last; i++) {
      const div = element("div");
      div.innerHTML = lines[i].html;
      this.pre.insertBefore(div, next);
    }
    this.lines = lines;
    this.number(first, lines.length === old.length ? lines.length - last : lines.length);
  }

  // number writes the numbers of the lines, and marks those with findings; from the first to the
  // last of some lines they may be others than before.
  number(first, last) {
    const { gutter } = this;
    while (gutter.children.length > this.lines.length) gutter.lastChild.remove();
    while (gutter.children.length < this.lines.length) gutter.append(element("div", gutter.children.length + 1));
    for (let i = first; i < last; i++) {
      const { findings } = this.lines[i];
      const line = gutter.children[i];
      const mark = worst(findings);
      if (mark === "" && line.className === "") continue;
      line.className = mark;
      line.title = findings.map((f) => f.message).join("\n");
      line.onclick = findings.length > 0 ? () => this.goTo(findings[0]) : null;
    }
  }
}

const worst = (findings) => (findings.length === 0 ? "" : findings.some((f) => f.severity === "error") ? "error" : "warning");

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
