const byId = (id) => document.getElementById(id);

// element makes an element, with a text and a class.
const element = (name, text, className) => {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  return e;
};

// button makes a button that does something.
const button = (text, act, className) => {
  const b = element("button", text, className);
  b.type = "button";
  b.onclick = act;
  return b;
};

// later returns a function that acts once it was not called for some milliseconds.
const later = (milliseconds, act) => {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), milliseconds);
  };
};

// say tells something in a line at the bottom of the page, with a button where something can be
// done about it.
const say = (text, title, act) => {
  const place = byId("said");
  place.replaceChildren(element("span", text));
  if (title) place.append(button(title, () => { place.replaceChildren(); act(); }));
  place.append(button("×", () => place.replaceChildren(), "close"));
  place.lastChild.setAttribute("aria-label", "close");
};

// download offers a text as a file.
const download = (name, text, type) => {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type }));
  a.download = name;
  a.click();
  URL.revokeObjectURL(a.href);
};

// base is the name of a file without its folder.
const base = (name) => name.slice(name.lastIndexOf("/") + 1);
