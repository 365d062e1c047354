import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { mollyPath } from "./path";

const execute = promisify(execFile);

// report saves the program of the active editor, has molly write its report, and opens that in the
// browser. The folder of a program's report is always the same, so that the page can be loaded anew.
export async function report(output: vscode.LogOutputChannel): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "dedalus" || document.uri.scheme !== "file") {
    void vscode.window.showErrorMessage("A report is of a .ded file: open one.");
    return;
  }
  if (document.isDirty && !(await document.save())) return;
  const file = document.uri.fsPath;
  const folder = path.join(tmpdir(), "molly-reports", createHash("sha256").update(file).digest("hex").slice(0, 16));
  await mkdir(path.dirname(folder), { recursive: true });
  const asked = { location: vscode.ProgressLocation.Notification, title: "Writing the report", cancellable: true };
  const failure = await vscode.window.withProgress(asked, async (_, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    try {
      const args = ["report", path.basename(file), "-o", folder];
      const { stdout, stderr } = await execute(mollyPath(), args, { cwd: path.dirname(file), signal: stop.signal });
      output.info([stdout, stderr].join("\n").trim());
      await vscode.env.openExternal(vscode.Uri.file(path.join(folder, "index.html")));
    } catch (err) {
      if (token.isCancellationRequested) return undefined;
      const failed = err as Error & { stderr?: string };
      return failed.stderr?.trim() || failed.message;
    }
  });
  if (!failure) return;
  output.error(failure);
  const more = "Show the Output";
  const chosen = await vscode.window.showErrorMessage(failure.split("\n", 1)[0], more);
  if (chosen === more) output.show();
}
