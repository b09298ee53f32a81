// From the SARIF log of spirv-run, or the text of an error, to diagnostics. Knows nothing of the editor.
export interface SarifDiagnostic {
  line: number; // 1-based
  level: 'error' | 'warning' | 'note';
  message: string;
  rule: string;
}

interface Location {
  physicalLocation?: { artifactLocation?: { uri?: string }; region?: { startLine?: number } };
}
interface SarifResult {
  ruleId?: string;
  level?: string;
  message?: { text?: string };
  locations?: Location[];
  relatedLocations?: (Location & { message?: { text?: string } })[];
}

// `errors`: what spirv-run wrote on standard error; `file`: the file that it ran.
export function diagnosticsOf(sarif: string, errors: string, file: string): SarifDiagnostic[] {
  const found: SarifDiagnostic[] = [];
  if (sarif !== '') {
    const log = JSON.parse(sarif) as { runs?: { results?: SarifResult[] }[] };
    for (const result of log.runs?.flatMap((run) => run.results ?? []) ?? []) {
      const level = result.level === 'error' || result.level === 'note' ? result.level : 'warning';
      const line = result.locations?.[0]?.physicalLocation?.region?.startLine ?? 1;
      const notes = (result.relatedLocations ?? [])
        .map((place) => place.message?.text ?? '')
        .filter((text) => text !== '');
      const message = [result.message?.text ?? '', ...notes].join('\n');
      found.push({ line, level, message, rule: result.ruleId ?? '' });
    }
  }
  return found.length > 0 ? found : compileErrors(errors, file);
}

// Lines such as "ERROR: FILE.comp:7: 'x' : undeclared identifier" and "FILE.cl:7:3: error: ...".
function compileErrors(errors: string, file: string): SarifDiagnostic[] {
  const found: SarifDiagnostic[] = [];
  const name = file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const place = new RegExp(`${name}:(\\d+)(?::\\d+)?:\\s*(?:(error|warning|note):\\s*)?(.*)`);
  for (const text of errors.split('\n')) {
    const match = place.exec(text);
    if (!match) continue;
    const level = match[2] === 'warning' || match[2] === 'note' ? match[2] : 'error';
    found.push({ line: Number(match[1]), level, message: match[3], rule: 'compile' });
  }
  return found;
}
