"use strict";

// One execution at one time. The data of an execution is loaded when it is first shown.
const report = (() => {
  const byId = (id) => document.getElementById(id);
  const entries = [...document.querySelectorAll("#executions button")];
  const rules = [...document.querySelectorAll(".rule")];
  const known = new Map(); // the executions that are loaded, by number
  const drawings = new Map(); // the pictures that are loaded, by name
  const mostRows = 300; // of a table
  const fewRows = 8; // of what does not change in a table
  const whole = new Set(); // the names of tables that are asked for whole
  const unfolded = new Set(); // the tabs whose pictures are asked for whole
  const ring = 40; // tenths of points between a box and the mark around it

  let common = null; // what executions have in common
  let number = 0; // of the execution that is shown
  let time = 1;
  let tab = ""; // the name of the picture that was chosen
  let rule = null; // the rule that was pointed at
  let zoom = ""; // of the picture: a number, fit, width, or as it opens

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

  // A row is the number of a tuple, then the first and last times at which it holds.
  const holds = (row, t) => {
    for (let i = 1; i < row.length; i += 2) {
      if (row[i] <= t && t <= row[i + 1]) return true;
    }
    return false;
  };

  // each lists what is in stretches of numbers: a first one, and how many follow each other.
  const each = (stretches, list) => {
    const all = [];
    for (let i = 0; i < stretches.length; i += 2) {
      for (let k = 0; k < stretches[i + 1]; k++) all.push(list[stretches[i] + k]);
    }
    return all;
  };

  // fetchScript loads a file of data, unless it is there or on its way.
  const fetchScript = (map, key, file, missing) => {
    if (map.has(key)) return;
    map.set(key, null);
    const s = document.createElement("script");
    s.src = file;
    s.onerror = () => {
      map.delete(key);
      missing(file + " is missing");
    };
    document.head.append(s);
  };

  const load = (n) => fetchScript(known, n, "data/" + n + ".js", (text) => {
    if (n === number) byId("name").textContent = text;
  });

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
    step(e, true);
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
      b.onclick = () => { tab = p.tab; picture(e); };
      return b;
    }));
    time = Math.min(Math.max(time, e.first), e.last);
    picture(e);
  };

  const chosen = (e) => e.pictures.find((p) => p.tab === tab) || e.pictures[0];

  // nameOf is the name of the file that has a picture as it is asked for.
  const nameOf = (p) => (p.whole && unfolded.has(p.tab) ? p.whole : p.name);

  // draw makes a picture of its data.
  const draw = (p, e) => {
    const d = drawings.get(nameOf(p));
    const text = (n) => common.strings[n];
    const image = drawn("svg", {
      id: "image", role: "img", viewBox: "0 0 " + d.width + " " + d.height, width: d.width / 10 + "pt", height: d.height / 10 + "pt",
      "font-family": text(d.family), "aria-label": p.tab + " of " + e.name,
    });
    const title = drawn("title", {});
    title.textContent = text(d.title);
    image.append(title, drawn("rect", { width: d.width, height: d.height, fill: "#ffffff" }));
    const styles = common.styles.map((list) => {
      const style = {};
      for (let i = 0; i < list.length; i += 2) style[list[i]] = list[i + 1];
      return style;
    });
    const paths = [];
    for (let i = 0; i < d.shapes.length;) {
      const [style, x, y, string] = d.shapes.slice(i, i + 4);
      i += 4;
      if (styles[style]["font-size"]) {
        const t = drawn("text", { ...styles[style], x, y, textLength: d.shapes[i++], lengthAdjust: "spacingAndGlyphs" });
        t.style.whiteSpace = "pre";
        t.textContent = text(string);
        image.append(t);
      } else {
        paths.push("M" + x + " " + y + text(string));
        image.append(drawn("path", { ...styles[style], d: paths[paths.length - 1] }));
      }
    }
    const above = drawn("svg", { viewBox: "0 0 " + d.width + " " + d.height, id: "above" });
    above.append(drawn("rect", { class: "band", x: 0, width: d.width, height: 0 }), drawn("path", { class: "tick", d: "" }));
    for (const [at, named, , ...where] of d.parts) {
      const shape = where.length === 1
        ? drawn("path", { d: paths[where[0]] })
        : drawn("rect", { x: where[0] - ring, y: where[1] - ring, width: where[2] + 2 * ring, height: where[3] + 2 * ring, rx: ring });
      shape.classList.add("part");
      shape.dataset.time = at;
      const title = drawn("title", {});
      title.textContent = text(named);
      shape.append(title);
      shape.onpointerenter = () => { byId("pointed").textContent = text(named); };
      shape.onpointerleave = () => { byId("pointed").textContent = ""; };
      above.append(shape);
    }
    byId("picture").replaceChildren(image, above);
  };

  // picture shows the picture of the tab, with a transparent one above it. It opens on what it
  // is about.
  const picture = (e) => {
    const p = chosen(e);
    for (const b of byId("tabs").children) b.setAttribute("aria-selected", String(b.textContent === p.tab));
    const more = byId("whole");
    more.hidden = !p.whole;
    more.textContent = unfolded.has(p.tab) ? "show what matters" : "show all " + p.boxes + " boxes";
    byId("pointed").textContent = "";
    const d = drawings.get(nameOf(p));
    byId("save").disabled = !d;
    if (!d) {
      byId("picture").replaceChildren();
      fetchScript(drawings, nameOf(p), "pictures/" + nameOf(p) + ".js", (text) => { byId("pointed").textContent = text; });
      step(e, false);
      return;
    }
    draw(p, e);
    fit(d);
    const diagram = d.times.length > 0;
    if (!diagram) {
      const [, , , x, , width] = d.parts[Math.max(d.root, 0)] || [0, 0, 0, 0, 0, d.width];
      const frame = byId("frame");
      frame.scrollLeft = (x + width / 2) * byId("picture").clientWidth / d.width - frame.clientWidth / 2;
      frame.scrollTop = 0;
    }
    step(e, diagram);
  };

  // fit gives a picture its size: that of the zoom, or as large as all of it, or its width, fits into
  // the frame; at first a little larger than life, where that is narrow enough.
  const fit = (d) => {
    const place = byId("picture");
    const frame = byId("frame");
    const life = 0.15; // tenths of points to pixels
    const room = frame.clientWidth;
    let width = zoom === "width" ? room : d.width * life;
    if (zoom === "fit") {
      const high = parseFloat(getComputedStyle(frame).maxHeight) || window.innerHeight;
      width = Math.min(room, (high - 2) * d.width / d.height);
    } else if (typeof zoom === "number") {
      width = d.width * life * zoom;
    } else if (zoom === "" && width > room) {
      width = Math.max(room, d.width * 0.11);
    }
    place.style.width = width + "px";
    place.style.height = width * d.height / d.width + "px";
    byId("scale").textContent = Math.round(100 * width / (d.width * life)) + " %";
    for (const way of ["fit", "width"]) byId(way).setAttribute("aria-pressed", String(zoom === way));
  };

  // current is the data of the picture that is shown, if it is there.
  const current = () => {
    const e = known.get(number);
    return e && drawings.get(nameOf(chosen(e)));
  };

  // resize shows the picture in another size; what is at a place of the frame stays there.
  const resize = (to, x, y) => {
    const d = current();
    if (!d) return;
    const frame = byId("frame");
    const place = byId("picture");
    const at = x ?? frame.clientWidth / 2;
    const level = y ?? frame.clientHeight / 2;
    const across = (frame.scrollLeft + at) / place.clientWidth;
    const down = (frame.scrollTop + level) / place.clientHeight;
    zoom = to;
    fit(d);
    frame.scrollLeft = across * place.clientWidth - at;
    frame.scrollTop = down * place.clientHeight - level;
  };

  // scaled is a zoom by a factor.
  const scaled = (by) => {
    const d = current();
    const now = d ? byId("picture").clientWidth / (d.width * 0.15) : 1;
    return Math.min(Math.max(now * by, 0.05), 8);
  };

  // copy puts a text on the clipboard, and says so on the button.
  const copy = (text, button) => {
    const done = (is) => {
      button.textContent = is ? "copied" : "not copied";
      button.classList.toggle("done", is);
      setTimeout(() => { button.textContent = "copy"; button.classList.remove("done"); }, 1500);
    };
    const byHand = () => {
      const area = element("textarea", text);
      area.style.position = "fixed";
      document.body.append(area);
      area.select();
      const is = document.execCommand("copy");
      area.remove();
      button.focus({ preventScroll: true });
      done(is);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => done(true), byHand);
    else byHand();
  };

  // copied is what a button copies: the tuple of its row, the code beside it, or the program below it.
  const copied = (button) => {
    if (button.dataset.text) return button.dataset.text;
    const code = button.parentElement.querySelector("code") || button.parentElement.nextElementSibling;
    return code.textContent;
  };

  // save offers the picture as a file.
  const save = () => {
    const e = known.get(number);
    const image = byId("image");
    if (!e || !image) return;
    const alone = image.cloneNode(true);
    alone.removeAttribute("id");
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(alone)], { type: "image/svg+xml" }));
    a.download = nameOf(chosen(e)) + ".svg";
    a.click();
    URL.revokeObjectURL(a.href);
  };

  // step marks the time, in the picture, the tables and the firings; follow brings it into view.
  const step = (e, follow) => {
    byId("now").textContent = time;
    byId("time").value = time;
    const d = byId("image") && drawings.get(nameOf(chosen(e)));
    if (d) mark(e, d, follow);
    tables(e);
    firings(e);
  };

  // mark marks the time in a picture.
  const mark = (e, d, follow) => {
    const times = new Map(d.times);
    const frame = byId("frame");
    let at = time;
    while (at > e.first && !times.has(at)) at--; // a time that is left out, as nothing happens
    if (times.has(at)) {
      const all = [...times.values()].sort((a, b) => a - b);
      const top = times.get(at);
      const next = all.find((y) => y > top) ?? Math.min(top + 180, d.height);
      const band = document.querySelector("#above .band");
      band.setAttribute("y", top);
      band.setAttribute("height", next - top);
      document.querySelector("#above .tick").setAttribute("d", `M0 ${top - 45}L70 ${top}L0 ${top + 45}Z`);
      const scale = byId("picture").clientHeight / d.height;
      if (follow && (top * scale < frame.scrollTop || next * scale > frame.scrollTop + frame.clientHeight)) frame.scrollTop = top * scale - 60;
    }
    let first = null;
    for (const part of document.querySelectorAll("#above .part")) {
      const now = Number(part.dataset.time) === time;
      part.classList.toggle("now", now);
      if (now && !first) first = part;
    }
    if (follow && !times.has(at) && first) {
      const box = first.getBoundingClientRect();
      const around = frame.getBoundingClientRect();
      if (box.top < around.top || box.bottom > around.bottom) frame.scrollTop += box.top - around.top - 60;
    }
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
      for (const r of each(t.rows, common.rows)) {
        const is = holds(r, time);
        const was = time > e.first && holds(r, time - 1);
        if (is) now++;
        if (is !== was) changes++;
        if (is || was) rows.push([is ? (was ? "" : "new") : "gone", common.strings[r[0]]]);
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
      const aside = element("td");
      const b = element("button", "copy", "copy");
      b.type = "button";
      b.dataset.text = name + "(" + tuple + ")@" + (kind === "gone" ? time - 1 : time);
      b.setAttribute("aria-label", "copy " + b.dataset.text);
      aside.append(b);
      row.append(element("td", { new: "+", gone: "−", "": "" }[kind]), element("td", tuple === "" ? "( )" : tuple), aside);
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
      for (const [at, lost, head, ...premises] of each(data.firings, common.firings)) {
        shown++;
        const item = element("li", undefined, at === time ? "now" : "");
        item.append(element("span", at + "  ", "time"), element("span", common.strings[head]));
        if (lost) item.append(element("span", " ✗ lost", "lost"));
        if (premises.length > 0) item.append(element("div", premises.map((n) => common.strings[n]).join(", "), "premises"));
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
  byId("save").onclick = save;
  byId("whole").onclick = () => {
    const e = known.get(number);
    const name = chosen(e).tab;
    if (!unfolded.delete(name)) unfolded.add(name);
    picture(e);
  };
  byId("smaller").onclick = () => resize(scaled(1 / 1.25));
  byId("larger").onclick = () => resize(scaled(1.25));
  byId("fit").onclick = () => resize(zoom === "fit" ? "" : "fit");
  byId("width").onclick = () => resize(zoom === "width" ? "" : "width");
  byId("frame").addEventListener("wheel", (ev) => {
    if (!ev.ctrlKey && !ev.metaKey) return;
    ev.preventDefault();
    const r = byId("frame").getBoundingClientRect();
    resize(scaled(Math.exp(-ev.deltaY / 300)), ev.clientX - r.left, ev.clientY - r.top);
  }, { passive: false });
  byId("frame").addEventListener("pointerdown", (ev) => {
    if (ev.button !== 0 || ev.pointerType !== "mouse") return;
    const frame = byId("frame");
    let { clientX: x, clientY: y } = ev;
    const move = (m) => {
      frame.classList.add("grabbing");
      frame.scrollLeft -= m.clientX - x;
      frame.scrollTop -= m.clientY - y;
      x = m.clientX;
      y = m.clientY;
    };
    const end = () => {
      frame.classList.remove("grabbing");
      window.removeEventListener("pointermove", move);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end, { once: true });
  });
  document.addEventListener("click", (ev) => {
    const b = ev.target.closest(".copy");
    if (b) copy(copied(b), b);
  });

  // The page is light or dark as the system is, or as the button says; a browser may not keep that.
  const themes = { "": "colours: automatic", dark: "colours: dark", light: "colours: light" };
  const paint = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    byId("theme").textContent = themes[theme];
  };
  const kept = () => {
    try { return localStorage.getItem("molly-theme") || ""; } catch { return ""; }
  };
  paint(kept() in themes ? kept() : "");
  byId("theme").onclick = () => {
    const order = matchMedia("(prefers-color-scheme: dark)").matches ? ["", "light", "dark"] : ["", "dark", "light"];
    const next = order[(order.indexOf(document.documentElement.dataset.theme || "") + 1) % 3];
    paint(next);
    try { localStorage.setItem("molly-theme", next); } catch { /* it is only for this time */ }
  };
  byId("time").oninput = (ev) => go(Number(ev.target.value));
  document.addEventListener("keydown", (ev) => {
    if (ev.altKey || ev.ctrlKey || ev.metaKey || ev.shiftKey && ev.key !== "+") return;
    const act = {
      ArrowLeft: () => go(time - 1),
      ArrowRight: () => go(time + 1),
      ArrowUp: () => choose(number - 1),
      ArrowDown: () => choose(number + 1),
      "+": () => resize(scaled(1.25)),
      "-": () => resize(scaled(1 / 1.25)),
      "0": () => resize(""),
    }[ev.key];
    if (act) {
      ev.preventDefault();
      act();
    }
  });
  window.addEventListener("resize", () => {
    const d = current();
    if (d) fit(d);
  });

  return {
    // The files of data call these.
    shared: (count, data) => {
      common = data;
      choose(Math.max(entries.findIndex((e) => e.className === "bad"), 0)); // what the page is about
    },
    execution: (n, data) => {
      known.set(n, data);
      if (n === number) show();
    },
    picture: (name, data) => {
      drawings.set(name, data);
      const e = known.get(number);
      if (e && nameOf(chosen(e)) === name) picture(e);
    },
  };
})();
(() => {
  const s = document.createElement("script");
  s.src = "data/shared.js";
  s.onerror = () => { document.getElementById("name").textContent = s.src + " is missing"; };
  document.head.append(s);
})();
