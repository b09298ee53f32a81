// spirv-debug as a debug adapter, driven by Microsoft's test support. SPIRV_DEBUG names the program.
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const { DebugClient } = require('@vscode/debugadapter-testsupport');

const program = process.env.SPIRV_DEBUG;
const skip = program ? false : 'SPIRV_DEBUG does not name spirv-debug';

const shader = `#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint a = values[i];
  if (i > 1) {
    a = a * 2;
  }
  values[i] = a / i;
}
`;

async function withClient(body) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'spirv-adapter-'));
  const file = path.join(folder, 'shader.comp');
  fs.writeFileSync(file, shader);
  const client = new DebugClient(program, '', 'spirv', { shell: false });
  // spirv-debug is a program of its own, not a script for node.
  client._runtime = program;
  client._executable = '--dap';
  await client.start();
  try {
    const launch = { program: file, args: ['--buffer', '0.0=uint32:1,2,3,4', '--subgroup-size', '4'], stopOnEntry: false };
    await body(client, launch, file);
  } finally {
    await client.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

test('a breakpoint is hit', { skip }, () =>
  withClient(async (client, launch, file) => {
    await client.hitBreakpoint(launch, { path: file, line: 8 });
    const { body } = await client.evaluateRequest({ expression: 'i' });
    assert.strictEqual(body.result, '2'); // the first lane that takes the branch
  }));

test('stepping goes both ways', { skip }, () =>
  withClient(async (client, launch, file) => {
    await client.hitBreakpoint(launch, { path: file, line: 8 });
    await Promise.all([client.nextRequest({ threadId: 1 }), client.assertStoppedLocation('step', { path: file, line: 10 })]);
    await Promise.all([client.customRequest('stepBack', { threadId: 1 }), client.assertStoppedLocation('breakpoint', { path: file, line: 8 })]);
  }));

test('a diagnostic is an exception', { skip }, () =>
  withClient(async (client, launch) => {
    const { body } = await client.initializeRequest();
    const known = body.exceptionBreakpointFilters.map((filter) => filter.filter);
    assert.ok(known.includes('division-by-zero'));
    assert.ok(known.includes('divergence'));
    const stopped = client.waitForEvent('stopped');
    await Promise.all([client.waitForEvent('initialized'), client.launchRequest(launch)]);
    await client.setExceptionBreakpointsRequest({ filters: ['division-by-zero'] });
    await client.configurationDoneRequest();
    assert.strictEqual((await stopped).body.reason, 'exception');
    const info = await client.customRequest('exceptionInfo', { threadId: 1 });
    assert.match(JSON.stringify(info.body), /OpUDiv/);
  }));

test('variables have the values of the lane', { skip }, () =>
  withClient(async (client, launch, file) => {
    await client.hitBreakpoint(launch, { path: file, line: 10 });
    const { body: stack } = await client.stackTraceRequest({ threadId: 1 });
    assert.strictEqual(stack.stackFrames[0].name, 'main');
    const { body: scopes } = await client.scopesRequest({ frameId: stack.stackFrames[0].id });
    const locals = scopes.scopes.find((scope) => scope.name === 'Locals');
    const { body } = await client.variablesRequest({ variablesReference: locals.variablesReference });
    assert.strictEqual(body.variables.find((variable) => variable.name === 'i').value, '0');
    const lanes = await client.customRequest('spirv/lanes', { expressions: ['a'] });
    assert.deepStrictEqual(lanes.body.rows[0].cells.map((cell) => cell.value), ['1', '2', '6', '8']);
    const timeline = await client.customRequest('spirv/timeline', {});
    assert.ok(timeline.body.segments.some((segment) => segment.line === 8 && segment.lanes.join() === '2,3'));
  }));
