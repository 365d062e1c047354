// The extension starts `molly lsp` and shows what it answers. All that is known about programs is in
// molly; here are only the wires.
import * as vscode from "vscode";
import { Answers } from "./answers";
import { report } from "./report";
import { Server } from "./server";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("Molly", { log: true });
  const answers = new Answers();
  const server = new Server(output, answers);
  const command = (name: string, run: () => unknown) => vscode.commands.registerCommand(name, run);
  context.subscriptions.push(
    output,
    answers,
    { dispose: () => void server.stop() },
    server.status,
    command("molly.restart", () => server.restart()),
    command("molly.output", () => output.show()),
    command("molly.report", () => report(output)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("molly.path")) return server.restart();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
  );
  await server.start();
}
