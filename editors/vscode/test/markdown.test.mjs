// Programs in Markdown are coloured.
import assert from "node:assert/strict";
import { test } from "node:test";
import textmate from "vscode-textmate";
import { grammar } from "./grammar.mjs";

test("a fence of dedalus is a program, and ends", async () => {
  const markdown = await grammar("text.html.markdown");
  const lines = ["text", "```dedalus", "p(X)@async :- q(X);", "", "r(X) :-", "  s(X);", "```", "p(X) :- q(X);", "```go", "p(X)@next", "```"];
  let state = textmate.INITIAL;
  const scopes = lines.map((line) => {
    const { tokens, ruleStack } = markdown.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.flatMap((t) => t.scopes);
  });
  const program = scopes.map((list) => list.includes("meta.embedded.block.dedalus"));
  assert.deepEqual(program.slice(0, 2), [false, false]);
  assert.deepEqual([program[2], program[4], program[5]], [true, true, true]);
  assert.deepEqual(program.slice(6), [false, false, false, false, false]);
  assert.ok(scopes[2].includes("storage.modifier.time.dedalus"));
  assert.ok(scopes[5].includes("entity.name.function.read.dedalus"), "a body goes on behind the line");
});
