// Finds the program that a setting names, so that the extension can say which one is missing. The editor itself ends a
// debug session silently if it cannot start the debugger.
import * as fs from 'fs';
import * as path from 'path';

// `name` is a path or the name of a program in a folder of `searchPath`. Returns undefined if there is no such program.
export function findProgram(name: string, searchPath = process.env.PATH ?? ''): string | undefined {
  if (name.includes('/')) return isExecutable(name) ? name : undefined;
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

// What to tell the user about a missing program; `setting` is the setting that named it.
export function missingProgram(name: string, setting: string): string {
  const place = name.includes('/') ? 'does not exist or is not executable' : 'is not on the PATH of the editor';
  return `The program '${name}' ${place}. Install spirv-oracle, or set '${setting}' to the path of the program.`;
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
