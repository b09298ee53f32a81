// What the extension adds to the editor: the debugger, the panel of lanes, and checks while the user types.
import * as vscode from 'vscode';

import { Checks } from './checks';
import { LanePanel } from './lanePanel';
import { findProgram, missingProgram } from './program';

export function activate(context: vscode.ExtensionContext): void {
  const checks = new Checks();
  const panel = new LanePanel(context.extensionUri);
  context.subscriptions.push(
    checks,
    panel,
    vscode.debug.registerDebugAdapterDescriptorFactory('spirv', {
      createDebugAdapterDescriptor: () => {
        const name = setting('debugger', 'spirv-debug');
        const program = findProgram(name);
        if (!program) throw new Error(missingProgram(name, 'spirv.debugger'));
        return new vscode.DebugAdapterExecutable(program, ['--dap']);
      },
    }),
    vscode.debug.registerDebugConfigurationProvider('spirv', {
      // Someone pressed F5 without a launch configuration: debug the file at hand.
      resolveDebugConfiguration: (_folder, configuration) => {
        if (configuration.program) return configuration;
        const document = vscode.window.activeTextEditor?.document;
        if (!document) return undefined;
        return {
          type: 'spirv',
          request: 'launch',
          name: 'Debug this file',
          program: document.uri.fsPath,
          args: optionsOf(document),
          stopOnEntry: true,
        };
      },
    }),
    vscode.debug.registerDebugAdapterTrackerFactory('spirv', {
      createDebugAdapterTracker: (session) => ({
        onDidSendMessage: (message) => {
          if (message.type === 'event' && message.event === 'stopped') void panel.update(session);
        },
        onWillStopSession: () => panel.clear(),
      }),
    }),
    vscode.commands.registerCommand('spirv.showLanes', () => panel.show()),
    vscode.commands.registerCommand('spirv.check', () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document) checks.checkNow(document);
    }),
  );
}

export function deactivate(): void {}

function setting<T>(name: string, otherwise: T): T {
  return vscode.workspace.getConfiguration('spirv').get<T>(name, otherwise);
}

// The options in comments of a file: // spirv-run: --groups 4
function optionsOf(document: vscode.TextDocument): string[] {
  return Checks.optionsInComments(document.getText());
}
