// The grammars of the extension in vscode-textmate, the engine of VS Code.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const require = createRequire(import.meta.url);
const file = (path) => new URL(`../${path}`, import.meta.url);
export const json = async (path) => JSON.parse(await readFile(file(path), "utf8"));

// Of VS Code's own grammar of Markdown, what matters here: paragraphs, and that a fence is raw text.
const markdown = {
  scopeName: "text.html.markdown",
  patterns: [
    {
      name: "markup.fenced_code.block.markdown",
      begin: "(^|\\G)(\\s{0,3})(`{3,}|~{3,})\\s*(?=([^`]*)?$)",
      end: "(^|\\G)(\\2|\\s{0,3})(\\3)\\s*$",
    },
    { name: "meta.paragraph.markdown", match: ".+" },
  ],
};

// grammar loads the grammar with a scope.
export async function grammar(scope) {
  await oniguruma.loadWASM(await readFile(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const manifest = await json("package.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const own = manifest.contributes.grammars.find((g) => g.scopeName === name);
      return own ? json(own.path) : name === markdown.scopeName ? markdown : null;
    },
    getInjections: (name) =>
      manifest.contributes.grammars.filter((g) => g.injectTo?.includes(name)).map((g) => g.scopeName),
  });
  return registry.loadGrammar(scope);
}
