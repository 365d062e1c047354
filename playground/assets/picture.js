// A picture of the engine, in SVG: what in it is a tuple can be asked about, by pointer and key.
const picture = (place, svg, label, asks) => {
  const image = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  image.setAttribute("aria-label", label);
  for (const part of image.querySelectorAll("g")) {
    const goals = asks(part.dataset, part.classList);
    if (!goals || goals.length === 0) continue;
    part.classList.add("ask");
    part.setAttribute("tabindex", "0");
    part.setAttribute("role", "button");
    part.setAttribute("aria-label", "why " + goals.join(", "));
    const line = part.querySelector("path");
    if (line && line.getAttribute("fill") === "none") { // a thin line is hard to meet
      const wide = line.cloneNode();
      wide.setAttribute("class", "wide");
      part.prepend(wide);
    }
  }
  place.replaceChildren(document.importNode(image, true));
  for (const part of place.querySelectorAll(".ask")) {
    const goals = asks(part.dataset, part.classList);
    const ask = () => why.ask(goals[0], goals);
    part.addEventListener("click", ask);
    part.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        ask();
      }
    });
  }
  const full = Number.parseFloat(image.getAttribute("width")) * 4 / 3 * 1.25; // points to pixels, a little larger than life
  place.firstElementChild.style.width = `min(${full}px, max(100%, ${full * 0.65}px))`;
};

// centre brings what a picture is about into view: the first root of a lineage.
const centre = (place) => {
  const root = place.querySelector(".root");
  if (!root) return;
  const [at, around] = [root.getBoundingClientRect(), place.getBoundingClientRect()];
  place.scrollLeft += at.left + at.width / 2 - around.left - around.width / 2;
};

// Of a space-time diagram, messages are tuples at their receivers, when they arrive or should.
const ofDiagram = (nodes) => ({ from, to, sent, arrives, messages }) => {
  if (!messages || !(to in nodes) || !(from in nodes)) return null;
  const time = /^\d+$/.test(arrives) ? Number(arrives) : Number(sent) + 1;
  return JSON.parse(messages).map((m) => {
    const open = m.indexOf("(");
    const [name, rest] = open < 0 ? [m, ")"] : [m.slice(0, open), m.slice(open + 1)];
    return name + "(" + nodes[to] + (rest === ")" ? "" : ", ") + rest + "@" + time;
  });
};

// Of a lineage, goals are.
const ofLineage = ({ label }) => (label && /^[A-Za-z_][\w.?]*\(.*\)@\d+$/s.test(label) ? [label] : null);
