// Findings and buffers.

function noteItem(view, note) {
  const hasPlace = note.row !== null && note.row !== undefined;
  return element('li', {}, hasPlace ? view.place(note.row) : null, hasPlace ? ': ' : null, note.message);
}

// All names of an operand, and its value: "Operand 2 (counts[i]): %31 = 0".
function operandText({name, operand = '', expression = '', value}) {
  const names = operand !== '' && expression !== '' ? `${operand} (${expression})` : operand || expression;
  return `${names === '' ? '' : `${names}: `}${name} = ${value}`;
}

function findingCard(view, finding) {
  const {run} = view;
  const bad = finding.severity === 'undefined-behavior';
  const who = finding.lane_text === '' ? null : element(
      'div', {}, `${finding.lane_text} of subgroup ${finding.subgroup}, workgroup ${tuple(finding.workgroup)}`,
      finding.lanes.length === 1 ? invocationText(run, finding.workgroup, finding.subgroup, finding.lanes[0]) : '',
      (finding.loops || []).map((loop) => `, iteration ${loop.iteration} of a loop`),
      finding.occurrences > 1 ? `; ${count(finding.occurrences)} executions in all` : '');
  const script = finding.row === null && finding.source ? `${finding.source.file}:${finding.source.line} ` : '';
  return element(
      'div', {class: `finding ${bad ? 'bad' : ''}`},
      element('div', {class: 'kind'}, finding.row === null ? script : view.place(finding.row), ` ${finding.severity} `,
              element('code', {}, finding.clause)),
      element('div', {class: 'what'}, finding.message),
      finding.disassembly ? element('pre', {}, finding.disassembly) : null, who,
      (finding.operands || []).map((operand) => element('div', {class: 'mono'}, operandText(operand))),
      finding.notes ? element('ol', {}, finding.notes.map((note) => noteItem(view, note))) : null,
      finding.help ? element('div', {class: 'help'}, `Help: ${finding.help}`) : null);
}

function showFindings(view) {
  const {findings, findings_left_out: leftOut} = view.run;
  const body = findings.map((finding) => findingCard(view, finding));
  if (findings.length === 0) body.push(element('p', {class: 'soft'}, 'No findings: the run broke none of the rules that spirv-run checks.'));
  if (leftOut) body.push(element('p', {class: 'note'}, `${plural(leftOut, 'more finding')} ${leftOut === 1 ? 'is' : 'are'} not shown.`));
  return section('findings', 'Findings', plural(findings.length + leftOut, 'finding'), body);
}

// --- buffers ---

const cellStates = ['', 'dependent', 'undefined'];

// The known history of the value in these bytes; null: none.
function historyOf(buffer, offset, bytes) {
  const found = buffer.indeterminate.find((one) => one.offset < offset + bytes && offset < one.offset + one.bytes);
  return found && found.history.length > 0 ? found.history : null;
}

// What is known about an implementation-dependent value in these bytes; null: nothing.
function markOf(buffer, offset, text) {
  const found = buffer.marks.find((one) => one.offset === offset);
  if (!found) return null;
  if (found.options) return `${text.replaceAll('?', '')} here, and ${found.value} with ${found.options}`;
  const proven = 'not proven to be the same on every implementation';
  return buffer.compared_executions > 1 ? `${proven}, but the same in ${buffer.compared_executions} executions` : proven;
}

function bufferCell(view, buffer, story, label, text, state, offset, bytes) {
  const history = state ? historyOf(buffer, offset, bytes) : null;
  const mark = state === 1 ? markOf(buffer, offset, text) : null;
  const told = history !== null || mark !== null;
  const name = buffer.labels ? `${buffer.name}: ${label}` : `${buffer.name}[${label}]`;
  const tell = () => story.replaceChildren(element('div', {class: 'story'}, element('b', {}, name), ...[
    mark ? element('p', {}, mark) : null,
    ...(history ? [' comes from:', element('ol', {}, history.map((note) => noteItem(view, note)))] : []),
  ].filter(Boolean)));
  return element('div', {class: `cell ${cellStates[state]} ${told ? 'told' : ''}`, title: mark ? `${label}: ${mark}` : `${label}: ${text}`, role: told ? 'button' : null,
                         tabindex: told ? 0 : null, onclick: told ? tell : () => {}, onkeydown: (event) => told && event.key === 'Enter' && tell()},
                 element('i', {}, label), element('span', {}, text));
}

const fewCells = 128;  // that are shown at first

function bufferCells(view, buffer, story, showsAll) {
  const at = (i) => buffer.offsets ? buffer.offsets[i] : i * buffer.element_bytes;
  const label = (i) => buffer.labels ? buffer.labels[i] : `${i}`;
  const bytes = buffer.element_bytes || 4;
  const cells = buffer.cells.map((text, i) => {
    const state = Number(buffer.states[i]);
    if (!showsAll && i >= fewCells && state === 0) return null;
    return bufferCell(view, buffer, story, label(i), text, state, at(i), bytes);
  }).filter(Boolean);
  const later = buffer.later.map(([i, text, state]) => bufferCell(view, buffer, story, `${i}`, text, state, i * bytes, bytes));
  // As many columns as the longest element lets fit; a power of two, unless the window is narrow.
  const longest = Math.max(0, ...buffer.cells.map((text, i) => text.length + label(i).length));
  const width = 7.4 * (longest + 3);
  const columns = [8, 4, 2].find((number) => width * number < 620) || 1;
  const least = `min(100%, max(${Math.ceil(width)}px, ${96 / columns}%))`;
  return element('div', {class: 'cells', style: `grid-template-columns: repeat(auto-fill, minmax(${least}, 1fr))`}, cells, later);
}

function bufferCard(view, buffer) {
  const story = element('div', {});
  const states = [];
  if (buffer.undefined) states.push(`${count(buffer.undefined)} undefined`);
  if (buffer.implementation_dependent) states.push(`${count(buffer.implementation_dependent)} implementation-dependent`);
  const shown = buffer.cells.length;
  const rest = buffer.count - shown - buffer.later.length;
  const type = buffer.labels ? plural(buffer.count, 'member') : `${buffer.type}[${count(buffer.count)}]`;
  const cells = element('div', {});
  const fill = (showsAll) => cells.replaceChildren(...[
    bufferCells(view, buffer, story, showsAll), story,
    !showsAll && shown > fewCells ? element('button', {onclick: () => fill(true)}, `show ${count(shown)}`) : null,
    rest > 0 ? element('p', {class: 'note'}, `${count(rest)} more are not on this page${buffer.undefined + buffer.implementation_dependent > 0 ? '; of those that are not defined, it has the first ones' : ''}.`) : null,
  ].filter(Boolean));
  // A large buffer that the run did not write is folded.
  if (buffer.written || shown <= 64) fill(false);
  else cells.append(element('button', {onclick: () => fill(true)}, 'show'));
  return element('div', {class: 'buffer'}, element('span', {class: 'name'}, buffer.name),
                 element('span', {class: 'soft'}, ` ${[type, ...(buffer.written ? [] : ['not written']), ...states].join(', ')}`), cells);
}

function showBuffers(view) {
  const {buffers} = view.run;
  const key = (state, text) => element('span', {class: 'key'}, element('span', {class: `cell ${state}`}, text));
  const body = buffers.map((buffer) => bufferCard(view, buffer));
  if (buffers.length === 0) body.push(element('p', {class: 'soft'}, 'The run has no buffers.'));
  const has = (state) => buffers.some((buffer) => buffer[state] > 0);
  const keys = element('span', {class: 'push'}, has('undefined') ? key('undefined', 'undefined') : null, ' ',
                       has('implementation_dependent') ? key('dependent', 'implementation-dependent') : null);
  const marks = has('undefined') || has('implementation_dependent');
  return section('buffers', 'Buffers', marks ? 'after the run; click a mark for its origin' : 'after the run', body, keys);
}
