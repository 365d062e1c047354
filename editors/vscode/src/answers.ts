import * as vscode from "vscode";

const scheme = "molly";

// Answers shows what the server says about a program in a read-only text beside it. There is one for
// each kind of question and program; a new answer takes the place of the old one.
export class Answers implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered = vscode.Disposable.from(
    this.changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, this),
    vscode.workspace.onDidCloseTextDocument((d) => this.texts.delete(d.uri.toString())),
  );
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  async show(command: string, about: vscode.Uri, text: string): Promise<void> {
    const name = about.path.split("/").pop() ?? "";
    const kind = command.replace(/^molly\./, "");
    const uri = vscode.Uri.from({ scheme, path: `/${kind}/${name} (${kind}).txt`, query: about.toString() });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  dispose(): void {
    this.registered.dispose();
  }
}
