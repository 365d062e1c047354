// What happens at Enter, and what a word is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { json } from "./grammar.mjs";

const { onEnterRules, wordPattern } = await json("language-configuration.json");

// enter is what the first rule that fits does; the bar is the cursor.
function enter(line) {
  const [before, after] = line.split("|");
  const rule = onEnterRules.find(
    (r) => new RegExp(r.beforeText).test(before) && (!r.afterText || new RegExp(r.afterText).test(after)),
  );
  return rule ? (rule.action.appendText ?? rule.action.indent) : "none";
}

test("enter", () => {
  for (const [line, want] of [
    ["p(X) :-|", "indent"],
    ["p(X) :- q(X),|", "indent"],
    ["p(X) :- q(X), // why; not|", "indent"],
    ['p(X) :- q(X, ";"),|', "indent"],
    ["p(X) :- q(X / 2),|", "indent"],
    ["p(X) :- q(X);|", "none"],
    ['p("a")@1; // fact|', "none"],
    ["    q(X),|", "none"],
    ["    q(X);|", "outdent"],
    ["    q(X); // why|", "outdent"],
    ["// a comment|", "none"],
    ["// a comm|ent", "// "],
    ["|", "none"],
  ]) {
    assert.equal(enter(line), want, line);
  }
});

test("words", () => {
  assert.deepEqual("next_to.a?(X1, 23, _)".match(new RegExp(wordPattern, "g")), ["next_to.a?", "X1", "23", "_"]);
});
