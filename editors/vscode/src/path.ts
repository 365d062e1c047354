import * as vscode from "vscode";

// mollyPath is the program to run. In a path, ~ is the home folder, and ${workspaceFolder} the first
// folder of the workspace.
export function mollyPath(): string {
  const path = vscode.workspace.getConfiguration("molly").get("path", "molly").trim() || "molly";
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const home = process.env.HOME ?? process.env.USERPROFILE ?? "";
  return path.replace(/^~(?=[/\\])/, home).replaceAll("${workspaceFolder}", folder);
}
