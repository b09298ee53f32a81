// The panel in a headless browser. Skipped, with a message, where there is none.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');

const browserFile = process.env.SPIRV_ORACLE_CHROMIUM ?? '/usr/bin/chromium';
const media = path.join(__dirname, '..', 'media');

const state = {
  type: 'state',
  lanes: {
    lane: 1,
    lanes: [0, 1, 2, 3].map((lane) => ({ lane, invocation: [lane, 0, 0], active: lane !== 2, alive: true })),
    rows: [
      {
        name: 'sum',
        type: 'uint',
        cells: [
          { value: '7', state: 'defined' },
          { value: 'undef', state: 'undefined' },
          { value: '0', state: 'unavailable' },
          { value: '<b>9</b>', state: 'implementation-dependent' },
        ],
      },
    ],
  },
  tangles: {
    workgroup: [0, 0, 0],
    subgroups: [
      {
        subgroup: 0,
        state: 'executes',
        tangles: [{ lanes: [0, 1, 3], state: 'running', line: 9, file: '/a/scan.comp', construct: 'selection at line 8', waits_for: '', children: [{ lanes: [2], state: 'waiting', line: 12, file: '/a/scan.comp', waits_for: 'lanes 0,1,3' }] }],
      },
    ],
    barriers: [
      {
        line: 14,
        file: '/a/scan.comp',
        kind: 'barrier',
        workgroup: [0, 0, 0],
        arrived: [{ subgroup: 1, lanes: [0, 1, 2, 3] }],
        missing: [{ subgroup: 0, lanes: [0, 1, 2, 3], text: 'executes', file: '/a/scan.comp', line: 9 }],
      },
    ],
  },
  timeline: {
    segments: [
      { begin: 0, end: 4, lanes: [0, 1, 2, 3], file: '/a/scan.comp', line: 8 },
      { begin: 4, end: 9, lanes: [0], file: '/a/scan.comp', line: 9 },
      { begin: 9, end: 12, lanes: [0, 1, 2, 3], file: '/a/scan.comp', line: 8 },
    ],
  },
};

test('the panel shows lanes, tangles and a timeline', { skip: fs.existsSync(browserFile) ? false : `no ${browserFile}` }, async () => {
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({
    executablePath: browserFile,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.setContent('<div id="panel"></div>');
    await page.evaluate(() => {
      window.posted = [];
      window.acquireVsCodeApi = () => ({ postMessage: (message) => window.posted.push(message) });
    });
    await page.addStyleTag({ path: path.join(media, 'panel.css') });
    await page.addScriptTag({ path: path.join(media, 'panel.js') });
    await page.evaluate((message) => window.postMessage(message, '*'), state);
    await page.waitForSelector('table.lanes');

    const cells = await page.$$eval('table.lanes td', (found) => found.map((cell) => [cell.textContent, cell.className]));
    assert.deepStrictEqual(cells, [
      ['7', 'defined'],
      ['undef', 'undefined'],
      ['·', 'unavailable inactive'],
      ['<b>9</b>', 'implementation-dependent'], // text, not markup
    ]);
    const bars = await page.$$eval('rect.segment', (found) => found.map((bar) => [Number(bar.getAttribute('y')), Number(bar.getAttribute('height'))]));
    assert.strictEqual(bars.length, 3);
    assert.strictEqual(bars[0][0], bars[2][0]); // the same line, all lanes
    assert.ok(bars[1][1] < bars[0][1]); // one lane of four
    const tree = await page.textContent('.tangle-tree');
    assert.match(tree, /lanes 0-1,3: running \(selection at line 8\) scan\.comp:9/);
    assert.match(tree, /lane 2: waiting, waiting for lanes 0,1,3/);
    assert.match(tree, /barrier scan\.comp:14 of workgroup \(0,0,0\): arrived: subgroup 1 lanes 0-3; missing: subgroup 0 lanes 0-3 \(executes\) scan\.comp:9/);
    assert.deepStrictEqual(await page.$$eval('th.focused', (found) => found.map((cell) => cell.textContent)), ['1']);

    // Long names of files do not run into the bars, and the timeline may come after the rest.
    const long = 'a_shader_with_a_long_name_that_was_generated.comp';
    const renamed = JSON.parse(JSON.stringify(state).replaceAll('scan.comp', long));
    await page.evaluate((message) => window.postMessage(message, '*'), { ...state, timeline: undefined });
    await page.waitForFunction(() => document.body.textContent.includes('Replaying the run'));
    assert.strictEqual(await page.$('svg.timeline'), null);
    await page.evaluate((message) => window.postMessage(message, '*'), renamed);
    await page.waitForFunction((name) => document.body.textContent.includes(name), long);
    const ends = await page.$$eval('svg.timeline text', (found) => found.map((text) => text.getBBox().x + text.getBBox().width));
    const begins = await page.$$eval('rect.segment', (found) => found.map((bar) => Number(bar.getAttribute('x'))));
    assert.ok(Math.max(...ends) <= Math.min(...begins), `${ends} ${begins}`);
    await page.evaluate((message) => window.postMessage(message, '*'), state);
    await page.waitForFunction((name) => !document.body.textContent.includes(name), long);

    await page.click('th.lane:nth-child(4)');
    await page.click('.tangle-tree .place');
    assert.deepStrictEqual(await page.evaluate(() => window.posted), [
      { type: 'ready' },
      { type: 'focus', lane: 2 },
      { type: 'reveal', file: '/a/scan.comp', line: 9 },
    ]);
    if (process.env.SPIRV_ORACLE_SCREENSHOT) await page.screenshot({ path: process.env.SPIRV_ORACLE_SCREENSHOT });

    await page.evaluate(() => window.postMessage({ type: 'clear' }, '*'));
    await page.waitForFunction(() => document.body.textContent.includes('No program is being debugged.'));
    assert.deepStrictEqual(errors, []);
  } finally {
    await browser.close();
  }
});
