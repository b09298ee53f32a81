const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const { findProgram, missingProgram } = require('../out/program.js');
const { optionsInComments, splitWords } = require('../out/options.js');
const { diagnosticsOf } = require('../out/sarif.js');

test('words are those of a shell', () => {
  assert.deepStrictEqual(splitWords(` -g 4 --buffer '0.0=uint32:1, 2' "a b"c ''`), ['-g', '4', '--buffer', '0.0=uint32:1, 2', 'a bc', '']);
});

test('comments name options', () => {
  assert.deepStrictEqual(optionsInComments('#version 450\n// spirv-run: --groups 4\nvoid f() {} // spirv-run: no\n; spirv-run: -x\n'), ['--groups', '4', '-x']);
});

test('results of a log become diagnostics', () => {
  const log = {
    runs: [
      {
        results: [
          {
            ruleId: 'OpUDiv.operand-2-zero',
            level: 'error',
            message: { text: 'division by zero: Operand 2 is 0' },
            locations: [{ physicalLocation: { region: { startLine: 8 } } }],
            relatedLocations: [{ message: { text: 'the value comes from here' } }],
          },
        ],
      },
    ],
  };
  assert.deepStrictEqual(diagnosticsOf(JSON.stringify(log), '', 'a.comp'), [
    { line: 8, level: 'error', message: 'division by zero: Operand 2 is 0\nthe value comes from here', rule: 'OpUDiv.operand-2-zero' },
  ]);
});

test('errors of compilers become diagnostics', () => {
  const found = diagnosticsOf('', "ERROR: /shaders/x+1.comp:7: 'y' : undeclared identifier\nERROR: 1 compilation errors\n", '/shaders/x+1.comp');
  assert.deepStrictEqual(found, [{ line: 7, level: 'error', message: "'y' : undeclared identifier", rule: 'compile' }]);
  const clang = diagnosticsOf('', '/shaders/1.cl:3:5: warning: unused\n', '/shaders/1.cl');
  assert.deepStrictEqual(clang, [{ line: 3, level: 'warning', message: 'unused', rule: 'compile' }]);
});

test('programs are found on the path, and missing ones are named', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'spirv-program-'));
  try {
    const file = path.join(folder, 'spirv-debug');
    fs.writeFileSync(file, '#!/bin/sh\n', { mode: 0o644 });
    fs.mkdirSync(path.join(folder, 'spirv-run'));
    const searchPath = ['/nowhere', '', folder].join(path.delimiter);
    assert.strictEqual(findProgram('spirv-debug', searchPath), undefined); // not executable
    assert.strictEqual(findProgram(file), undefined);
    assert.strictEqual(findProgram('spirv-run', searchPath), undefined); // a folder
    fs.chmodSync(file, 0o755);
    assert.strictEqual(findProgram('spirv-debug', searchPath), file);
    assert.strictEqual(findProgram('spirv-debug', '/nowhere'), undefined);
    assert.strictEqual(findProgram(file, ''), file);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  assert.match(missingProgram('spirv-debug', 'spirv.debugger'), /'spirv-debug' is not on the PATH.*'spirv.debugger'/);
  assert.match(missingProgram('/opt/spirv-run', 'spirv.run'), /'\/opt\/spirv-run' does not exist/);
});
