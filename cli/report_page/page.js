'use strict';
// The frame of the page: the header, the source with the cost of each line, and the code that the sections share.

const data = JSON.parse(document.getElementById('data').textContent);

// Makes an element. Texts become text nodes, so nothing of the data is ever read as HTML.
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  return filled(made, attributes, children);
}

function drawn(tag, attributes, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function section(id, title, about, body, ...controls) {
  return element('section', {id}, element('div', {class: 'head'}, element('h2', {}, title),
                                          element('span', {class: 'soft'}, about), ...controls),
                 element('div', {class: 'body'}, body));
}

const count = (number) => number.toLocaleString('en-US');
const plural = (number, one, many) => `${count(number)} ${number === 1 ? one : many || one + 's'}`;
const percent = (part, whole) => whole === 0 ? '–' : `${Math.round(100 * part / whole)}%`;
const tuple = (values) => `(${values.join(',')})`;

// The lanes of a hexadecimal mask, ascending.
function lanesOf(mask) {
  const lanes = [];
  for (let digit = 0; digit < mask.length; ++digit) {
    const bits = parseInt(mask[mask.length - 1 - digit], 16);
    for (let bit = 0; bit < 4; ++bit) if (bits >> bit & 1) lanes.push(4 * digit + bit);
  }
  return lanes;
}

// [first, last] of each run of neighbors among ascending numbers.
function runsOf(numbers) {
  const runs = [];
  for (const number of numbers) {
    const last = runs[runs.length - 1];
    if (last && last[1] + 1 === number) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

const rangesText = (numbers) => runsOf(numbers).map(([a, b]) => a === b ? `${a}` : `${a}-${b}`).join(',');
const lanesText = (lanes) => `${lanes.length === 1 ? 'lane' : 'lanes'} ${rangesText(lanes)}`;

function coordinates(extent, index) {
  return [index % extent[0], Math.floor(index / extent[0]) % extent[1],
          Math.floor(index / extent[0] / extent[1])];
}

// The size of a workgroup with these coordinates. The last one of a dimension has what remains of the global size.
function workgroupSize(shape, workgroup) {
  if (shape.global_size === null) return shape.local_size;
  return shape.local_size.map((size, d) => Math.min(size, shape.global_size[d] - workgroup[d] * size));
}

// " = invocation (x,y,z)", where the order of invocations in subgroups is the simple one.
function invocationText(run, workgroup, subgroup, lane) {
  if (run.shape.mapping !== 'linear') return '';
  const size = workgroupSize(run.shape, workgroup);
  return ` = local invocation ${tuple(coordinates(size, subgroup * run.shape.subgroup_size + lane))}`;
}

function meter(part, whole, title) {
  const share = whole === 0 ? 0 : Math.min(1, part / whole);
  const level = share < 0.4 ? 'meter low' : share < 0.8 ? 'meter mid' : 'meter';
  return element('span', {class: level, title}, element('i', {style: `width:${100 * share}%`}),
                 element('b', {}, percent(Math.min(part, whole), whole)));
}

// --- one run: what its sections share ---

class RunView {
  constructor(run) {
    this.run = run;
    this.rows = [];  // { file, line, text }
    run.source.files.forEach((file, number) => file.lines.forEach(
        (text, line) => this.rows.push({file: number, line: line + 1, text})));
    this.lines = new Map(run.lines.map((line) => [line.row, line]));
    this.listeners = [];
    this.row = null;
    this.isChosen = false;
  }

  // A link to a line, or a text if the page does not show the line.
  place(row) {
    if (row === null || row === undefined || row < 0 || !this.rows[row]) return 'a line that is not shown';
    const several = this.run.source.files.length > 1;
    const {file, line} = this.rows[row];
    const text = (several ? `${this.run.source.files[file].name}:` : 'line ') + line;
    return element('a', {class: 'place', onclick: () => this.choose(row, true)}, text);
  }

  // Has all sections emphasize a line; null: none.
  point(row) {
    if (this.isChosen) return;
    this.row = row;
    for (const listener of this.listeners) listener(row, false);
  }

  choose(row, scroll) {
    this.isChosen = row !== null && !(this.isChosen && this.row === row && !scroll);
    this.row = this.isChosen ? row : null;
    for (const listener of this.listeners) listener(this.row, this.isChosen);
    if (scroll) document.getElementById(`row${row}`)?.scrollIntoView({block: 'center', behavior: 'smooth'});
  }
}

// --- the header ---

const statuses = {0: ['ran, nothing undefined', 'good'], 1: ['expectation failed', 'bad'], 2: ['bad input', 'bad'],
                  3: ['undefined behavior', 'bad'], 4: ['not supported', 'warn'], 5: ['a limit was reached', 'warn']};

function fact(value, name, title) {
  return element('div', {class: 'fact', title}, element('b', {}, value), element('span', {}, name));
}

function statusPill(run) {
  let [text, level] = statuses[run.status] || ['?', 'warn'];
  if (run.status === 0 && run.findings.length > 0) [text, level] = ['ran, with findings', 'warn'];
  return element('span', {class: `pill ${level}`, id: 'status'}, text);
}

function factsOf(run) {
  const {shape} = run;
  const lanes = run.lines.reduce((sum, line) => sum + line.lanes, 0);
  const possible = run.lines.reduce((sum, line) => sum + line.possible, 0);
  const size = shape.local_size.reduce((a, b) => a * b, 1);
  const subgroups = Math.ceil(size / shape.subgroup_size);
  return element(
      'div', {class: 'facts', id: 'facts'},
      fact(shape.entry_point, 'entry point'),
      fact(shape.groups.join(' × '), 'workgroups'),
      fact(shape.local_size.join(' × '), 'invocations each',
           shape.global_size && shape.global_size.some((size, d) => size % shape.local_size[d]) ?
               `the last workgroups are smaller: the global size is ${shape.global_size.join(' × ')}` : null),
      fact(`${subgroups} × ${shape.subgroup_size}`, 'subgroups × lanes',
           size % shape.subgroup_size ? 'the last subgroup of a workgroup is not full' : null),
      fact(percent(lanes, possible), 'lane utilization',
           'active lanes in all executions, as a share of the invocations in their subgroups'),
      fact(count(run.timeline.executions), 'executions by tangles'),
      fact(count(run.findings.length + run.findings_left_out), 'findings'));
}

function showHeader(run, pick) {
  const header = document.getElementById('header');
  const chooser = data.runs.length < 2 ? null : element('div', {class: 'runs'}, element(
      'label', {for: 'run'}, `Run ${data.runs.indexOf(run) + 1} of ${data.runs.length}:`), element(
      'select', {id: 'run', onchange: (event) => pick(Number(event.target.value))},
      data.runs.map((other, i) => element('option', {value: i, selected: other === run}, other.title))));
  header.replaceChildren(
      element('div', {class: 'title'}, element('h1', {}, data.file), statusPill(run),
              element('span', {class: 'soft push'}, data.program)),
      ...scriptResults(), ...(chooser ? [chooser] : []), factsOf(run),
      ...(data.runs_left_out ? [element('p', {class: 'note'}, `${plural(data.runs_left_out, 'more RUN')} of the scripts ${data.runs_left_out === 1 ? 'is' : 'are'} not shown.`)] : []),
      ...(run.error ? [element('p', {class: 'note'}, run.error)] : []));
}

// What scripts expected, where they are run.
function scriptResults() {
  return (data.scripts || []).filter((script) => script.outcome !== 'pass').slice(0, 20).map(
      (script) => element('div', {class: 'note script'}, `${script.file}: ${script.outcome}`,
                          script.error ? element('pre', {}, script.error.message) : null,
                          (script.failures || []).slice(0, 10).map((failure) => element('pre', {}, `line ${failure.line}: ${failure.message}`))));
}

// --- the source ---

function lineTitle(line) {
  return `${plural(line.executions, 'execution')} by tangles, ${count(line.partial)} of them by a part of the subgroup; ` +
         `${count(line.lanes)} of ${count(line.possible)} lanes active`;
}

function sourceRow(view, row, flags) {
  const line = view.lines.get(row);
  const flag = flags.get(row);
  const {line: number, text} = view.rows[row];
  return element(
      'tr', {id: `row${row}`, class: `row ${line ? 'executed' : 'dead'}`, title: line ? lineTitle(line) : null,
             onmouseenter: () => view.point(line ? row : null), onclick: () => line && view.choose(row, false)},
      element('td', {class: 'number'}, flag ? element('span', {class: `flag ${flag}`}) : null, `${number}`),
      element('td', {class: 'times'}, line ? count(line.executions) : ''),
      element('td', {class: 'lanes'}, line ? meter(line.lanes, line.possible) : ''),
      element('td', {class: 'text'}, text || ' '));
}

function showSource(view) {
  const {source} = view.run;
  const flags = new Map();
  for (const finding of view.run.findings) {
    if (finding.row === null) continue;
    const bad = finding.severity === 'undefined-behavior';
    if (bad || !flags.has(finding.row)) flags.set(finding.row, bad ? 'bad' : '');
  }
  const body = element('tbody', {onmouseleave: () => view.point(null)});
  let file = -1;
  view.rows.forEach((place, row) => {
    if (place.file !== file) {
      file = place.file;
      if (source.files.length > 1)
        body.append(element('tr', {class: 'file'}, element('td', {colspan: 4}, source.files[file].name)));
    }
    body.append(sourceRow(view, row, flags));
  });
  const table = element('table', {}, element('thead', {}, element(
      'tr', {}, element('th', {}, 'line'), element('th', {title: 'executions of the instruction of this line that was executed most often; each tangle counts once'}, 'times'),
      element('th', {title: 'active lanes, as a share of the invocations in the subgroup'}, 'lanes'), element('th', {class: 'text'}, source.kind))), body);
  const unplaced = view.lines.get(null);
  const notes = [];
  if (source.left_out) notes.push(element('p', {class: 'note'}, `${plural(source.left_out, 'more line')} ${source.left_out === 1 ? 'is' : 'are'} not shown.`));
  view.listeners.push((row, chosen) => {
    for (const old of body.querySelectorAll('.near, .chosen')) old.classList.remove('near', 'chosen');
    if (row !== null && row >= 0) document.getElementById(`row${row}`)?.classList.add(chosen ? 'chosen' : 'near');
  });
  const names = source.files.length === 1 ? source.files[0].name : plural(source.files.length, 'file');
  const rest = unplaced ? element('p', {class: 'soft rest', title: lineTitle(unplaced)}, 'The run also executed instructions that have no line here.') : null;
  return section('source', 'Source', `${names}: times executed and lanes active`, [...notes, table, rest].filter(Boolean));
}

// --- all of it ---

function show(number) {
  const run = data.runs[number];
  const main = document.getElementById('main');
  document.title = `${data.file}: spirv-run report`;
  if (!run) {
    document.getElementById('header').replaceChildren(element('h1', {}, data.file), ...scriptResults());
    const draws = showDraws();
    main.replaceChildren(...(draws.length ? [element('div', {}, draws)] : [element('p', {}, 'Nothing was run.')]));
    return;
  }
  const view = new RunView(run);
  showHeader(run, show);
  main.replaceChildren(
      element('div', {}, showSource(view)),
      element('div', {}, showTimeline(view), showFindings(view), showRaces(view), showBuffers(view), showAccesses(view), showDraws()));
  view.draw();
  showFirst(view);
}

// Long comments and declarations may come before what was executed.
function showFirst(view) {
  const wanted = view.run.findings.map((finding) => finding.row).find((row) => row !== null);
  const first = document.getElementById(`row${wanted ?? Math.min(...view.run.lines.map((line) => line.row ?? Infinity))}`);
  const body = document.querySelector('#source .body');
  if (first && body && first.offsetTop > body.clientHeight / 2) body.scrollTop = first.offsetTop - body.clientHeight / 4;
}

addEventListener('DOMContentLoaded', () => show(0));
