// The module of the engine, compiled once for all workers.
const moduleOfEngine = (async () => {
  const packed = await fetch("data:application/gzip;base64," + byId("packed").textContent.trim());
  const stream = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
})();

const workerURL = URL.createObjectURL(new Blob([byId("go").textContent, byId("worker").textContent], { type: "text/javascript" }));

// Cancelled is why a request has no answer that somebody cancelled.
class Cancelled extends Error {}

// Failed is why a request has no answer: the engine says so.
class Failed extends Error {
  constructor({ message, findings }) {
    super(message);
    this.findings = findings || [];
  }
}

// Engine answers requests in a worker, one after the other.
class Engine {
  // An engine starts after another one, where there is one.
  constructor(other) {
    this.before = other ? other.started : null;
    this.next = 0;
    this.asked = new Map(); // requests without an answer, by number
    this.start();
  }

  start() {
    const worker = new Worker(workerURL);
    this.worker = worker;
    this.started = new Promise((done, fail) => {
      let ready = false;
      const died = (reason) => {
        if (worker !== this.worker) return;
        const why = new Failed({ message: "The engine failed: " + reason + ". It may have run out of memory: a smaller EOT, or fewer nodes, need less." });
        if (ready) this.cancel(why);
        else fail(why); // another one would fail, too
      };
      worker.onmessage = ({ data }) => {
        if (data.started) done(ready = true);
        else if (data.died) died(data.died);
        else this.hear(data);
      };
      worker.onerror = (event) => died(event.message || "the worker does not start");
      Promise.all([moduleOfEngine, this.before]).then(([module]) => worker.postMessage({ module }), fail);
    });
    this.started.catch(() => {}); // whoever asks is told
  }

  hear({ id, progress, answer }) {
    const request = this.asked.get(id);
    if (!request) return;
    if (progress) {
      request.tell(progress);
      return;
    }
    this.asked.delete(id);
    if (answer.failed) request.fail(new Failed(answer.failed));
    else request.done(answer.result);
  }

  // ask returns a promise of the result. Its error is a Failed, or a Cancelled.
  async ask(method, params, tell = () => {}) {
    const id = ++this.next;
    const answer = new Promise((done, fail) => this.asked.set(id, { done, fail, tell }));
    answer.catch(() => {});
    const worker = this.worker;
    try {
      await this.started;
    } catch (error) {
      this.asked.delete(id);
      throw error instanceof Failed ? error : new Failed({ message: "The engine does not start: " + error.message });
    }
    if (this.worker === worker) worker.postMessage({ id, method, params: JSON.stringify(params) });
    return answer;
  }

  get busy() { return this.asked.size > 0; }

  // cancel ends what is asked: the worker, as nothing interrupts it. Another one begins.
  cancel(why = new Cancelled("cancelled")) {
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    const asked = [...this.asked.values()];
    this.asked.clear();
    this.start();
    for (const request of asked) request.fail(why);
  }
}
