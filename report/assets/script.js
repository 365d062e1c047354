"use strict";

// One execution at one time. The data of an execution is loaded when it is first shown.
const report = (() => {
  const byId = (id) => document.getElementById(id);
  const entries = [...document.querySelectorAll("#executions button")];
  const rules = [...document.querySelectorAll(".rule")];
  const known = new Map(); // the executions that are loaded, by number
  const mostRows = 300; // of a table
  const fewRows = 8; // of what does not change in a table
  const whole = new Set(); // the names of tables that are asked for whole
  const ring = 4; // points between a box and the mark around it

  let number = 0; // of the execution that is shown
  let time = 1;
  let tab = ""; // the name of the picture that was chosen
  let rule = null; // the rule that was pointed at

  const element = (name, text, className) => {
    const e = document.createElement(name);
    if (text !== undefined) e.textContent = text;
    if (className) e.className = className;
    return e;
  };
  const drawn = (name, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
  };
  const holds = (row, t) => row.at.some(([first, last]) => first <= t && t <= last);

  // load fetches the data of an execution, unless it is there.
  const load = (n) => {
    if (known.has(n)) return;
    known.set(n, null);
    const s = document.createElement("script");
    s.src = "data/" + n + ".js";
    s.onerror = () => {
      known.delete(n);
      if (n === number) byId("name").textContent = "data/" + n + ".js is missing";
    };
    document.head.append(s);
  };

  const choose = (n) => {
    number = Math.min(Math.max(n, 0), entries.length - 1);
    entries.forEach((e, i) => {
      if (i === number) {
        e.setAttribute("aria-current", "true");
        e.scrollIntoView({ block: "nearest" });
      } else {
        e.removeAttribute("aria-current");
      }
    });
    load(number);
    show();
  };

  const go = (t) => {
    const e = known.get(number);
    if (!e) return;
    time = Math.min(Math.max(t, e.first), e.last);
    step(e);
  };

  // show fills the page with the execution.
  const show = () => {
    const e = known.get(number);
    if (!e) return;
    byId("name").textContent = e.name;
    for (const part of ["tried", "taught"]) {
      byId(part).replaceChildren(...e[part].map((text) => element("li", text)));
    }
    byId("command").textContent = e.command;
    const range = byId("time");
    range.min = e.first;
    range.max = e.last;
    const fired = new Set(e.rules.map((r) => r.rule));
    for (const r of rules) r.classList.toggle("idle", !numbers(r).some((n) => fired.has(n)));
    byId("tabs").replaceChildren(...e.pictures.map((p) => {
      const b = element("button", p.tab);
      b.type = "button";
      b.setAttribute("role", "tab");
      b.onclick = () => { tab = p.tab; picture(e); step(e); };
      return b;
    }));
    picture(e);
    go(time);
  };

  const chosen = (e) => e.pictures.find((p) => p.tab === tab) || e.pictures[0];

  // picture shows the picture of the tab, with a transparent one above it.
  const picture = (e) => {
    const p = chosen(e);
    for (const b of byId("tabs").children) b.setAttribute("aria-selected", String(b.textContent === p.tab));
    const image = byId("image");
    image.src = p.file;
    image.alt = p.tab + " of " + e.name;
    byId("file").href = p.file;
    const place = byId("picture");
    const scale = 1.5; // points to pixels, a little larger than life
    const room = byId("frame").clientWidth;
    const width = p.width * scale <= room ? p.width * scale : Math.max(room, Math.min(p.width * scale, p.width * 1.1));
    place.style.width = width + "px";
    place.style.height = width * p.height / p.width + "px";
    const above = drawn("svg", { viewBox: "0 0 " + p.width + " " + p.height, id: "above" });
    above.append(drawn("rect", { class: "band", x: 0, width: p.width, height: 0 }), drawn("path", { class: "tick", d: "" }));
    for (const part of p.parts) {
      const shape = part.path
        ? drawn("path", { d: part.path })
        : drawn("rect", { x: part.box[0] - ring, y: part.box[1] - ring, width: part.box[2] + 2 * ring, height: part.box[3] + 2 * ring, rx: 4 });
      shape.classList.add("part");
      shape.dataset.time = part.time;
      const title = drawn("title", {});
      title.textContent = part.title;
      shape.append(title);
      shape.onpointerenter = () => { byId("pointed").textContent = part.title; };
      shape.onpointerleave = () => { byId("pointed").textContent = ""; };
      above.append(shape);
    }
    place.querySelector("svg")?.remove();
    place.append(above);
    byId("pointed").textContent = "";
    // Of a picture that is too wide, what faults took comes first.
    const look = p.parts.find((part) => part.cut) || p.parts[0];
    const middle = look && look.box ? look.box[0] + look.box[2] / 2 : 0;
    byId("frame").scrollLeft = middle * width / p.width - room / 2;
    byId("frame").scrollTop = 0;
  };

  // step marks the time, in the picture, the tables and the firings.
  const step = (e) => {
    byId("now").textContent = time;
    byId("time").value = time;
    const p = chosen(e);
    const times = new Map(p.times);
    const band = document.querySelector("#above .band");
    let at = time;
    while (at > e.first && !times.has(at)) at--; // a time that is left out, as nothing happens
    if (times.has(at)) {
      const all = [...times.values()].sort((a, b) => a - b);
      const top = times.get(at);
      const next = all.find((y) => y > top) ?? Math.min(top + 18, p.height);
      band.setAttribute("y", top);
      band.setAttribute("height", next - top);
      document.querySelector("#above .tick").setAttribute("d", `M0 ${top - 4.5}L7 ${top}L0 ${top + 4.5}Z`);
      const frame = byId("frame");
      const scale = byId("picture").clientHeight / p.height;
      if (top * scale < frame.scrollTop || next * scale > frame.scrollTop + frame.clientHeight) frame.scrollTop = top * scale - 60;
    }
    let first = null;
    for (const part of document.querySelectorAll("#above .part")) {
      const now = Number(part.dataset.time) === time;
      part.classList.toggle("now", now);
      if (now && !first) first = part;
    }
    if (!times.has(at) && first) {
      const frame = byId("frame");
      const box = first.getBoundingClientRect();
      const around = frame.getBoundingClientRect();
      if (box.top < around.top || box.bottom > around.bottom) frame.scrollTop += box.top - around.top - 60;
    }
    tables(e);
    firings(e);
  };

  // tables shows what holds, and what is new or gone since the time before: the relations
  // that change first, and of what does not change only some, until it is asked for.
  const tables = (e) => {
    const changing = [];
    const steady = [];
    const empty = [];
    for (const t of e.tables) {
      const rows = [];
      let now = 0;
      let changes = 0;
      for (const r of t.rows) {
        const is = holds(r, time);
        const was = time > e.first && holds(r, time - 1);
        if (is) now++;
        if (is !== was) changes++;
        if (is || was) rows.push([is ? (was ? "" : "new") : "gone", r.tuple]);
      }
      if (rows.length === 0) empty.push(t.name);
      else if (changes > 0) changing.push(table(e, t.name, rows, now, changes));
      else steady.push(table(e, t.name, rows, now, changes));
    }
    if (empty.length > 0) steady.push(element("p", "empty: " + empty.join(", "), "empty"));
    byId("tables").replaceChildren(...changing, ...steady);
  };

  const table = (e, name, rows, now, changes) => {
    const t = element("table");
    const caption = element("caption", name + " ");
    caption.append(element("small", now + (changes ? ", changed: " + changes : "")));
    t.append(caption);
    const most = whole.has(name) ? mostRows : Math.min(changes, mostRows) + fewRows;
    let left = most - Math.min(changes, most); // of what does not change
    let out = 0;
    for (const [kind, tuple] of rows) {
      if (kind === "" ? left-- <= 0 : t.rows.length >= most) {
        out++;
        continue;
      }
      const row = element("tr", undefined, kind);
      row.append(element("td", { new: "+", gone: "−", "": "" }[kind]), element("td", tuple === "" ? "( )" : tuple));
      t.append(row);
    }
    if (out > 0) {
      const row = element("tr");
      const cell = element("td");
      if (whole.has(name)) {
        cell.textContent = "and " + out + " more";
      } else {
        const b = element("button", out + " more");
        b.type = "button";
        b.onclick = () => { whole.add(name); tables(e); };
        cell.append(b);
      }
      row.append(element("td", "…"), cell);
      t.append(row);
    }
    return t;
  };

  const numbers = (r) => r.dataset.rules.split(" ").map(Number);

  // firings shows when the rule that was pointed at fires.
  const firings = (e) => {
    const place = byId("firings");
    for (const r of rules) r.classList.toggle("chosen", r === rule);
    if (!rule) {
      place.replaceChildren();
      return;
    }
    const list = element("ol");
    let count = 0;
    let shown = 0;
    for (const data of e.rules.filter((r) => numbers(rule).includes(r.rule))) {
      count += data.count;
      for (const f of data.firings) {
        shown++;
        const item = element("li", undefined, f.time === time ? "now" : "");
        item.append(element("span", f.time + "  ", "time"), element("span", f.head));
        if (f.lost) item.append(element("span", " ✗ lost", "lost"));
        if (f.premises) item.append(element("div", f.premises.join(", "), "premises"));
        list.append(item);
      }
    }
    let text = count === 0 ? "never fires in this execution" : count === 1 ? "fires once" : "fires " + count + " times";
    if (shown < count) text += "; the first " + shown + " are";
    place.replaceChildren(element("h3", text), list);
  };

  for (const r of rules) {
    const point = () => {
      rule = r;
      const e = known.get(number);
      if (e) firings(e);
    };
    r.addEventListener("pointerenter", point);
    r.addEventListener("focus", point);
  }
  entries.forEach((e, i) => { e.onclick = () => choose(i); });
  byId("earlier").onclick = () => go(time - 1);
  byId("later").onclick = () => go(time + 1);
  byId("time").oninput = (ev) => go(Number(ev.target.value));
  document.addEventListener("keydown", (ev) => {
    if (ev.altKey || ev.ctrlKey || ev.metaKey || ev.shiftKey) return;
    const act = {
      ArrowLeft: () => go(time - 1),
      ArrowRight: () => go(time + 1),
      ArrowUp: () => choose(number - 1),
      ArrowDown: () => choose(number + 1),
    }[ev.key];
    if (act) {
      ev.preventDefault();
      act();
    }
  });
  window.addEventListener("resize", () => {
    const e = known.get(number);
    if (e) {
      picture(e);
      step(e);
    }
  });

  return {
    // add is called by the data of an execution.
    add: (n, data) => {
      known.set(n, data);
      if (n === number) show();
    },
    start: () => choose(0),
  };
})();
report.start();
