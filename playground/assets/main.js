// The page.
const live = new Engine(); // for what is asked at each keystroke
const worker = new Engine(live); // for what takes longer

const blank = {
  main: "program.ded",
  files: { "program.ded": byId("blank").textContent.trimStart() },
};

const program = new Program(live, worker, () => touched());
execution.begin(worker);
const search = new Search(worker, program, execution, () => keep());
why.begin(search);
settings.begin();

// state is all that an address shares.
const state = () => ({
  main: program.main, files: program.files, settings: settings.given,
  verified: search.asked !== "" && search.verified !== null && search.asked === JSON.stringify(search.project), all: byId("all").checked,
});

const keep = later(300, () => share.keep(state()));

// touched is what follows a change of the program or its setting.
const touched = () => {
  search.stale();
  share.leave(state());
  keep();
  byId("examples").value = program.edited ? "" : program.main;
};

settings.changed = () => {
  program.check();
  touched();
};

// open shows a program, and verifies it where that was shared.
const open = async (next) => {
  if (worker.busy) worker.cancel();
  byId("results").hidden = true;
  search.asked = "";
  search.verified = null;
  byId("all").checked = Boolean(next.all);
  settings.given = { ...next.settings };
  settings.whole = false;
  settings.show();
  try {
    await program.open(next);
  } catch (error) {
    say(error.message);
    return;
  }
  if (next.verified) await search.verify();
};

// instead shows another program, and offers the way back to one that was edited.
const instead = (next, words) => {
  const before = program.edited ? state() : null;
  open(next);
  if (before) say(words, "Back to your program", () => open(before));
};

byId("examples").onchange = () => {
  const name = byId("examples").value;
  if (name) instead({ main: name }, "Opened " + name + ".");
};
byId("new").onclick = () => instead(blank, "A new program.");
byId("file").onchange = async () => {
  const list = [...byId("file").files];
  if (list.length === 0) return;
  const files = {};
  for (const f of list) files[f.name] = (await f.text()).replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  byId("file").value = "";
  instead({ main: list[0].name, files }, "Opened " + list[0].name + ".");
};
byId("download").onclick = () => {
  const editor = program.editors.get(program.shown);
  if (editor) download(base(editor.name), editor.text, "text/plain");
};
byId("share").onclick = async () => {
  await share.address(state());
  try {
    await navigator.clipboard.writeText(location.href);
    say("The address of the page has the program now; it is copied.");
  } catch {
    say("The address of the page has the program now: copy it.");
  }
};
byId("help").onclick = () => byId("helped").showModal();

// The theme is that of the system until somebody says otherwise.
const theme = (name) => {
  if (name) document.documentElement.dataset.theme = name;
  try {
    if (name) localStorage.setItem("molly playground theme", name);
    else return localStorage.getItem("molly playground theme");
  } catch { // there is no such storage here
  }
  return null;
};
theme(theme() || undefined);
byId("theme").onclick = () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  theme(dark ? "light" : "dark");
};

document.addEventListener("keydown", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  const act = { Enter: () => (event.shiftKey ? search.run() : search.verify()), ".": () => program.fixHere() }[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

window.addEventListener("pagehide", () => share.keep(state()));

window.addEventListener("hashchange", async () => {
  const next = await share.addressed();
  if (next && share.of(next) !== share.of(state())) instead(next, "Opened the program of the address.");
});

(async () => {
  try {
    const first = share.first ? share.sound(JSON.parse(share.first)) : { main: "delivery/simple.ded" };
    const addressed = await share.addressed();
    const kept = share.kept();
    const next = addressed || kept || first;
    const protocols = await live.ask("library", {});
    const groups = new Map();
    for (const { name, file, title } of protocols) {
      const [series] = name.split("/");
      if (!groups.has(series)) {
        const group = element("optgroup");
        group.label = series;
        groups.set(series, group);
      }
      const o = element("option", name + ": " + title);
      o.value = file;
      groups.get(series).append(o);
    }
    byId("examples").append(...groups.values());
    performance.mark("started");
    await open(next);
    if (addressed && kept && Object.keys(kept.files).length > 0 && share.of(kept) !== share.of(addressed)) {
      say("Opened the program of the address.", "Back to your program", () => open(kept));
    }
    document.body.dataset.ready = "yes";
  } catch (error) {
    say(error.message);
    byId("counted").textContent = error.message;
  }
})();
