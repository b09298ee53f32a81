// Checks files while the user types: runs spirv-run and shows the findings in its SARIF log.
import { execFile } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import * as vscode from 'vscode';

import { diagnosticsOf, SarifDiagnostic } from './sarif';
import { optionsInComments } from './options';
import { findProgram, missingProgram } from './program';

const languages = new Set(['glsl', 'hlsl', 'opencl-c', 'spirv-assembly']);

export class Checks implements vscode.Disposable {
  static readonly optionsInComments = optionsInComments;

  private readonly collection = vscode.languages.createDiagnosticCollection('spirv-run');
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'spirv-check-'));
  private readonly listeners: vscode.Disposable[];
  private serial = 0;
  private missing: string | undefined;

  constructor() {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument((change) => this.checkSoon(change.document)),
      vscode.workspace.onDidOpenTextDocument((document) => this.checkSoon(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
    ];
    for (const document of vscode.workspace.textDocuments) this.checkSoon(document);
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const listener of this.listeners) listener.dispose();
    this.collection.dispose();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  checkNow(document: vscode.TextDocument): void {
    this.check(document);
  }

  private checkSoon(document: vscode.TextDocument): void {
    const configuration = vscode.workspace.getConfiguration('spirv.check');
    if (!languages.has(document.languageId) || !configuration.get('enabled', true)) return;
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => this.check(document), configuration.get('delay', 500)));
  }

  private forget(document: vscode.TextDocument): void {
    clearTimeout(this.timers.get(document.uri.toString()));
    this.timers.delete(document.uri.toString());
    this.collection.delete(document.uri);
  }

  // Without spirv-run, says so once, and again when the setting names another program that does not exist.
  private program(): string | undefined {
    const name = vscode.workspace.getConfiguration('spirv').get('run', 'spirv-run');
    const program = findProgram(name);
    if (!program && name !== this.missing) void vscode.window.showWarningMessage(missingProgram(name, 'spirv.run'));
    this.missing = program ? undefined : name;
    return program;
  }

  // The text may not be saved: spirv-run gets a copy beside the file, so that includes are found.
  private check(document: vscode.TextDocument): void {
    const run = this.program();
    if (!run) return;
    const version = document.version;
    const number = ++this.serial;
    const extension = path.extname(document.fileName);
    const copy = path.join(this.folder, `${number}${extension}`);
    const log = path.join(this.folder, `${number}.sarif`);
    fs.writeFileSync(copy, document.getText());
    const configuration = vscode.workspace.getConfiguration('spirv');
    const options = [
      ...configuration.get<string[]>('check.args', []),
      ...optionsInComments(document.getText()),
    ];
    const validatesOnly = options.length === 0;
    const seconds = configuration.get('check.timeout', 5);
    const args = [
      copy,
      '-I',
      path.dirname(document.fileName),
      ...(validatesOnly ? ['--list-resources'] : options),
      '--timeout',
      String(seconds),
      ...(validatesOnly ? [] : ['--sarif', log]),
    ];
    const cwd = path.dirname(document.fileName);
    execFile(run, args, { cwd, timeout: (seconds + 5) * 1000 }, (_error, _out, err) => {
      const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
      fs.rmSync(copy, { force: true });
      fs.rmSync(log, { force: true });
      if (document.isClosed || document.version !== version) return;
      this.collection.set(
        document.uri,
        diagnosticsOf(text, err, copy).map((found) => toDiagnostic(document, found)),
      );
    });
  }
}

function toDiagnostic(document: vscode.TextDocument, found: SarifDiagnostic): vscode.Diagnostic {
  const line = Math.min(Math.max(found.line - 1, 0), Math.max(document.lineCount - 1, 0));
  const severity = {
    error: vscode.DiagnosticSeverity.Error,
    warning: vscode.DiagnosticSeverity.Warning,
    note: vscode.DiagnosticSeverity.Information,
  }[found.level];
  const range = document.lineAt(line).range;
  const start = document.lineAt(line).firstNonWhitespaceCharacterIndex;
  const diagnostic = new vscode.Diagnostic(range.with(range.start.with({ character: start })), found.message, severity);
  diagnostic.source = 'spirv-run';
  diagnostic.code = found.rule;
  return diagnostic;
}
