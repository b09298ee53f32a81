// The panel that shows all lanes of a subgroup, and which of them executed which lines.
import * as vscode from 'vscode';

export class LanePanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private session: vscode.DebugSession | undefined;
  private updates = 0;

  constructor(private readonly extension: vscode.Uri) {}

  dispose(): void {
    this.panel?.dispose();
  }

  show(): void {
    if (!this.panel) this.create();
    this.panel?.reveal(vscode.ViewColumn.Beside, true);
    const session = this.session ?? vscode.debug.activeDebugSession;
    if (session?.type === 'spirv') void this.update(session);
  }

  clear(): void {
    this.session = undefined;
    ++this.updates;
    void this.panel?.webview.postMessage({ type: 'clear' });
  }

  // The run has stopped: asks the debugger for what the panel shows.
  async update(session: vscode.DebugSession): Promise<void> {
    this.session = session;
    if (!this.panel?.visible) return;
    const number = ++this.updates;
    // Answers that come after the next stop are out of date.
    const post = (message: object) => {
      if (number === this.updates) void this.panel?.webview.postMessage(message);
    };
    try {
      const lanes = await session.customRequest('spirv/lanes', {});
      const tangles = await session.customRequest('spirv/tangles', {});
      post({ type: 'state', lanes, tangles });
      // This one may replay the run, and take a while.
      const timeline = await session.customRequest('spirv/timeline', { count: 400 });
      post({ type: 'state', lanes, tangles, timeline });
    } catch (error) {
      post({ type: 'error', text: error instanceof Error ? error.message : String(error) });
    }
  }

  private create(): void {
    const media = vscode.Uri.joinPath(this.extension, 'media');
    this.panel = vscode.window.createWebviewPanel('spirvLanes', 'Lanes and Tangles', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
      enableScripts: true,
      localResourceRoots: [media],
      retainContextWhenHidden: true,
    });
    const webview = this.panel.webview;
    const uri = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, file));
    webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src ${webview.cspSource};">
<link rel="stylesheet" href="${uri('panel.css')}">
<title>Lanes and Tangles</title>
</head>
<body><div id="panel"></div><script src="${uri('panel.js')}"></script></body>
</html>`;
    webview.onDidReceiveMessage((message: { type: string; lane?: number; moment?: number; line?: number; file?: string }) => {
      void this.receive(message);
    });
    // While another tab hides the panel, it gets no updates.
    this.panel.onDidChangeViewState(() => {
      if (this.session) void this.update(this.session);
    });
    this.panel.onDidDispose(() => (this.panel = undefined));
  }

  private async receive(message: { type: string; lane?: number; line?: number; file?: string }): Promise<void> {
    if (message.type === 'ready' && this.session) await this.update(this.session);
    if (message.type === 'focus' && this.session && message.lane !== undefined) {
      await this.session.customRequest('spirv/focus', { lane: message.lane });
      await this.update(this.session);
    }
    if (message.type === 'reveal' && message.file && message.line) {
      const document = await vscode.workspace.openTextDocument(message.file);
      const editor = await vscode.window.showTextDocument(document, { preserveFocus: true, viewColumn: vscode.ViewColumn.One });
      const line = document.lineAt(Math.min(message.line, document.lineCount) - 1).range;
      editor.revealRange(line, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}
