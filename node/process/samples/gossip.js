#!/usr/bin/env node
// Gossip over TCP: node gossip.js NAME PORT. Each node tells what it knows to its right neighbour
// when its timer fires; a command "learn" with a string as its body teaches it something.
const net = require("net");
const readline = require("readline");
const [name, port] = process.argv.slice(2);

let state, nodes;
const answer = (messages = [], timeouts = []) => ({ msgtype: "response", state, messages, timeouts });
const steps = {
  start(event) {
    nodes = event.nodes;
    state = { knows: [] };
    return answer([], [{ type: "tell" }]);
  },
  command(event) {
    learn([event.body]);
    return answer();
  },
  message(event) {
    learn(event.body);
    return answer();
  },
  timeout() {
    const to = nodes[(nodes.indexOf(name) + 1) % nodes.length];
    return answer([{ to, type: "rumours", body: state.knows }], [{ type: "tell" }]);
  },
};

function learn(list) {
  state.knows = [...new Set([...state.knows, ...list])].sort();
}

const socket = net.connect(Number(port), "127.0.0.1");
const send = (object) => socket.write(JSON.stringify(object) + "\n");
socket.on("connect", () => send({ msgtype: "register", name }));
socket.on("error", (error) => {
  console.error(String(error));
  process.exit(1);
});
readline.createInterface({ input: socket }).on("line", (line) => {
  const event = JSON.parse(line);
  send(steps[event.msgtype](event));
});
