// What is shared by an address, and kept for the next visit: the program, its setting, and whether
// it was verified. In an address it is deflated JSON, in the letters of base64url.
const share = {
  key: "molly playground",
  first: byId("first").textContent, // the program that the page was made for, or ""
  addressedAs: "", // what the address has, where it has something

  // of is what of a state makes an address another one.
  of({ main, files, settings }) { return JSON.stringify([main, files || {}, settings || {}]); },

  async pack(state) {
    const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let text = "";
    for (const b of bytes) text += String.fromCharCode(b);
    return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  },

  async unpack(text) {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return this.sound(JSON.parse(await new Response(stream).text()));
  },

  // sound refuses what is no state.
  sound(state) {
    const { main } = state;
    const files = state.files || {};
    if (typeof main !== "string" || !Object.values(files).every((text) => typeof text === "string")) throw new Error("it is no program");
    return { main, files, settings: settings.sound(state.settings || {}), verified: Boolean(state.verified), all: Boolean(state.all) };
  },

  // keep keeps a state for the next visit, unless it is as in the address: what was kept before
  // may be the reader's own.
  keep(state) {
    if (location.hash && this.of(state) === this.addressedAs) return;
    try {
      localStorage.setItem(this.key, JSON.stringify({ ...state, first: this.first }));
    } catch { // there is no such storage here
    }
  },

  kept() {
    try {
      const text = localStorage.getItem(this.key);
      const state = text ? JSON.parse(text) : null;
      return state && (this.first === "" || state.first === this.first) ? this.sound(state) : null;
    } catch {
      return null;
    }
  },

  // addressed is the state of the page's address, or null.
  async addressed() {
    if (location.hash.length < 2) return null;
    try {
      const state = await this.unpack(location.hash.slice(1));
      this.addressedAs = this.of(state);
      return state;
    } catch (error) {
      say("The address has no program that can be read: " + error.message);
      return null;
    }
  },

  // address puts a state into the address.
  async address(state) {
    this.addressedAs = this.of(state);
    history.replaceState(null, "", "#" + await this.pack(state));
  },

  // leave takes what the address has out of it, where the state is another one by now.
  leave(state) {
    if (location.hash && this.of(state) !== this.addressedAs) history.replaceState(null, "", location.pathname + location.search);
  },
};
