import * as vscode from "vscode";
import {
  ExecuteCommandRequest,
  LanguageClient,
  State,
  type ExecuteCommandSignature,
} from "vscode-languageclient/node";
import type { Answers } from "./answers";
import { mollyPath } from "./path";

// The argument of the server's commands.
interface Target {
  uri?: string;
  position?: { line: number; character: number };
  tuple?: string;
  show?: boolean;
}

// Server is the language server, which runs or does not.
export class Server {
  readonly status = vscode.languages.createLanguageStatusItem("molly", { language: "dedalus" });
  private client: LanguageClient | undefined;
  private pending: Promise<void> = Promise.resolve();

  constructor(
    private readonly output: vscode.LogOutputChannel,
    private readonly answers: Answers,
  ) {
    this.status.name = "Molly";
    this.status.command = { command: "molly.restart", title: "Restart" };
  }

  start(): Promise<void> {
    return this.after(() => this.launch());
  }

  stop(): Promise<void> {
    return this.after(() => this.end());
  }

  restart(): Promise<void> {
    return this.after(async () => {
      await this.end();
      await this.launch();
    });
  }

  // after does one thing after the other: a second restart waits for the first one.
  private after(next: () => Promise<void>): Promise<void> {
    this.pending = this.pending.then(next, next);
    return this.pending;
  }

  private async launch(): Promise<void> {
    const command = mollyPath();
    const client = new LanguageClient(
      "molly",
      "Molly",
      { command, args: ["lsp"] },
      {
        documentSelector: ["file", "untitled"].map((scheme) => ({ language: "dedalus", scheme })),
        outputChannel: this.output,
        middleware: { executeCommand: (name, args, next) => this.execute(name, args, next) },
      },
    );
    client.onDidChangeState(({ newState }) => this.show(newState, client));
    this.client = client;
    try {
      await client.start();
    } catch (err) {
      this.client = undefined;
      this.show(State.Stopped);
      this.output.error(`${command} lsp: ${message(err)}`);
      void complain(`${command} lsp does not start: ${message(err)}`);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.isRunning()) await client.stop();
    await client?.dispose();
    this.show(State.Stopped);
  }

  private show(state: State, client?: LanguageClient): void {
    const running = state === State.Running;
    const info = client?.initializeResult?.serverInfo;
    this.status.busy = state === State.Starting;
    this.status.text = running ? `Molly ${info?.version ?? ""}`.trim() : "Molly";
    this.status.detail = running ? "running" : this.status.busy ? "starting" : "not running";
    this.status.severity =
      running || this.status.busy ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Error;
    void vscode.commands.executeCommand("setContext", "molly.running", running);
  }

  // execute asks the server to execute a command, with what the cursor is on where no argument says
  // what it is about, and shows the answer beside the program.
  private async execute(name: string, args: Target[], next: ExecuteCommandSignature): Promise<unknown> {
    const editor = vscode.window.activeTextEditor;
    const target: Target = { ...(args.length > 0 ? args[0] : editor && pointed(editor)), show: false };
    const client = this.client;
    if (!target.uri || !client) return next(name, args);
    const asked = { location: vscode.ProgressLocation.Notification, title: title(name), cancellable: true };
    return vscode.window.withProgress(asked, async (_, token) => {
      try {
        const text = await client.sendRequest(ExecuteCommandRequest.type, { command: name, arguments: [target] }, token);
        await this.answers.show(name, vscode.Uri.parse(target.uri!), String(text));
        return text;
      } catch (err) {
        if (!token.isCancellationRequested) void vscode.window.showErrorMessage(message(err));
        return undefined;
      }
    });
  }
}

// pointed is what an editor's cursor is on: the selected text, or a place.
function pointed(editor: vscode.TextEditor): Target {
  const uri = editor.document.uri.toString();
  const tuple = editor.document.getText(editor.selection).trim();
  const { line, character } = editor.selection.active;
  return tuple && !tuple.includes("\n") ? { uri, tuple } : { uri, position: { line, character } };
}

function title(command: string): string {
  return { "molly.verify": "Verifying", "molly.why": "Explaining", "molly.whyNot": "Explaining" }[command] ?? command;
}

function message(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}

async function complain(text: string): Promise<void> {
  const settings = "Open Settings";
  const chosen = await vscode.window.showErrorMessage(`${text}. Is molly installed, and molly.path right?`, settings);
  if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "molly.path");
}
