"use strict";

// The engine in a worker. The page sends the module once, then requests, each with a number; the
// answers carry the number.
{
  const fail = (error) => postMessage({ died: String(error && error.message || error) });

  self.mollyStarted = () => postMessage({ started: true });

  self.onmessage = ({ data }) => {
    if (data.module) {
      const go = new Go();
      go.exit = (code) => fail("the engine ended with code " + code);
      WebAssembly.instantiate(data.module, go.importObject)
        .then((instance) => go.run(instance))
        .then(() => fail("the engine has ended"), fail);
      return;
    }
    const { id, method, params } = data;
    self.molly(method, params,
      (progress) => postMessage({ id, progress: JSON.parse(progress) }),
      (answer) => postMessage({ id, answer: JSON.parse(answer) }));
  };
}
