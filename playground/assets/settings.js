// The setting of the program: what the page says, and what the program's directive says where the
// page says nothing.
const settings = {
  given: {}, // what the page says
  whole: false, // the sliders show the setting of the program that is there
  changed: () => {},

  sliders: ["eot", "eff", "crashes"],
  numbers: ["delay", "restarts", "faults", "crashUntil"],
  boxes: ["twice", "fifo", "noLoss"],
  lists: ["nodes", "lossy", "crashable"],

  begin() {
    for (const key of [...this.sliders, ...this.numbers]) {
      byId(key).oninput = () => {
        const value = byId(key).value;
        this.give(key, value === "" ? undefined : Number(value));
      };
    }
    for (const key of this.boxes) byId(key).onchange = () => this.give(key, byId(key).checked);
    for (const key of this.lists) byId(key).onchange = () => this.give(key, byId(key).value.trim() || undefined);
    byId("own").onclick = () => this.set({});
  },

  give(key, value) {
    if (value === undefined || Number.isNaN(value)) delete this.given[key];
    else this.given[key] = value;
    if (key === "eot" && this.whole && Number(byId("eff").value) > value) this.given.eff = value; // as far as it makes a difference
    this.show();
    this.changed();
  },

  // sound is what of settings from elsewhere can be one.
  sound(given) {
    const is = (keys, type) => keys.map((key) => [key, given[key]]).filter(([, value]) => typeof value === type);
    return Object.fromEntries([...is([...this.sliders, ...this.numbers], "number"), ...is(this.boxes, "boolean"), ...is(this.lists, "string")]);
  },

  set(given) {
    this.given = { ...given };
    this.show();
    this.changed();
  },

  // show shows what the page says.
  show() {
    for (const key of [...this.sliders, ...this.numbers, ...this.lists]) {
      if (key in this.given) byId(key).value = this.given[key];
    }
    for (const key of this.boxes) {
      if (key in this.given) byId(key).checked = this.given[key];
    }
    this.say();
  },

  say() {
    for (const key of this.sliders) byId(key + "-value").textContent = byId(key).value;
    byId("own").hidden = Object.keys(this.given).length === 0;
  },

  // known shows the whole setting, as the engine knows it.
  known({ setting, problem }) {
    byId("problem").textContent = problem || "";
    if (!setting) return;
    this.whole = true;
    byId("eot").max = "eot" in this.given ? Math.max(byId("eot").max, setting.eot) : Math.max(20, 2 * setting.eot);
    byId("eff").max = Math.max(setting.eot, setting.eff);
    byId("crashes").max = Math.max(setting.count, setting.crashes);
    for (const key of this.sliders) byId(key).value = setting[key];
    const active = document.activeElement;
    for (const key of this.numbers) if (byId(key) !== active) byId(key).value = setting[key] || 0;
    for (const key of this.boxes) byId(key).checked = Boolean(setting[key]);
    for (const key of this.lists) if (byId(key) !== active) byId(key).value = setting[key] || "";
    byId("size").textContent = setting.size || "";
    this.say();
  },
};
