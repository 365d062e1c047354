// Asks the engine in node: ask.js wasm_exec.js molly.wasm. Standard input has requests, a line
// [method, parameters] each; standard output gets their answers, a line each, in the same order.
"use strict";

const fs = require("fs");
require(require("path").resolve(process.argv[2]));

const asked = fs.readFileSync(0, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

const ask = (i) => {
  if (i === asked.length) process.exit(0);
  const [method, params] = asked[i];
  globalThis.molly(method, JSON.stringify(params), () => {}, (answer) => {
    fs.writeSync(1, answer + "\n");
    setImmediate(() => ask(i + 1));
  });
};

globalThis.mollyStarted = () => setImmediate(() => ask(0));

const go = new Go();
WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject).then(({ instance }) => go.run(instance));
