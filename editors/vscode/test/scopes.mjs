// Reads texts from standard input, one a line, as JSON, and prints for each a line: a list of
// [first character, behind the last one, scopes] as the engine of VS Code sees it. The argument is
// the scope of the grammar.
import { createInterface } from "node:readline";
import { grammar } from "./grammar.mjs";
import textmate from "vscode-textmate";

const own = await grammar(process.argv[2] ?? "source.dedalus");

for await (const json of createInterface({ input: process.stdin })) {
  const runs = [];
  let state = textmate.INITIAL;
  let at = 0;
  for (const line of JSON.parse(json).split("\n")) {
    const { tokens, ruleStack } = own.tokenizeLine(line, state);
    state = ruleStack;
    const length = (from, to) => [...line.slice(from, to)].length;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const end = Math.min(endIndex, line.length);
      const start = at + length(0, startIndex);
      runs.push([start, start + length(startIndex, end), scopes.slice(1).join(" ")]);
    }
    at += length(0) + 1;
  }
  console.log(JSON.stringify(runs));
}
