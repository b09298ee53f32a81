// Data races between two invocations, and memory accesses lane by lane.

// --- races ---

// What the two invocations do, from top to bottom. A barrier of the workgroup that both execute is one event.
function raceEvents(race) {
  const [late, early] = race.sides;
  const isTogether = late.workgroup_number === early.workgroup_number;
  const events = [];
  race.sides.forEach((side, s) => {
    for (const [step, row, kind, phase] of side.barriers) {
      const shared = kind === barrierKinds.workgroup && isTogether;
      const known = shared && events.find((event) => event.kind === kind && event.phase === phase && !event.access);
      if (known) known.sides.push(s);
      else events.push({kind, row, sides: [s], phase, order: step - side.step, shared});
    }
    events.push({access: side, sides: [s], phase: side.phase, row: side.row, order: s === 0 ? 0 : -0.5});
  });
  // A barrier ends its phase.
  const isEnd = (event) => event.kind === barrierKinds.workgroup ? 1 : 0;
  return events.sort((a, b) => isTogether && a.phase !== b.phase ? a.phase - b.phase : isTogether && isEnd(a) !== isEnd(b) ? isEnd(a) - isEnd(b) : a.order - b.order);
}

function accessText(side) {
  return (side.atomic ? 'atomically ' : '') + (side.writes ? 'writes' : 'reads');
}

function raceDiagram(view, race) {
  const events = raceEvents(race);
  const width = 560, left = [150, 410], pitch = 34, top = 50;
  const height = top + pitch * events.length + 14;
  const picture = drawn('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': 'the two accesses and the barriers around them'});
  const line = (x1, y1, x2, y2, stroke, more) => picture.append(drawn('line', {x1, y1, x2, y2, stroke: `var(--${stroke})`, 'stroke-width': 1.5, ...more}));
  const text = (x, y, anchor, content, soft) => picture.append(drawn('text', {x, y, 'text-anchor': anchor, class: soft ? 'soft' : null}, content));
  race.sides.forEach((side, s) => {
    // The earlier access is on the left.
    const x = left[1 - s];
    text(x, 14, 'middle', `lane ${side.lane} of subgroup ${side.subgroup}`);
    text(x, 28, 'middle', `workgroup ${tuple(side.workgroup)}`, true);
    line(x, 36, x, height - 4, 'line');
  });
  const spots = [];
  events.forEach((event, i) => {
    const y = top + pitch * (i + 0.5);
    const lineText = event.row === null ? '' : ` at line ${view.rows[event.row].line}`;
    if (event.access) {
      const s = event.sides[0];
      const x = left[1 - s];
      spots[s] = {x, y};
      picture.append(drawn('circle', {cx: x, cy: y, r: 6, fill: 'var(--bad)'}));
      text(s === 0 ? x + 12 : x - 12, y + 4, s === 0 ? 'start' : 'end', `${accessText(event.access)}${lineText}`);
      return;
    }
    const name = ['', 'barrier of the workgroup', 'barrier of the subgroup', 'memory barrier'][event.kind] + lineText;
    const xs = event.sides.map((s) => left[1 - s]);
    const isBoth = event.sides.length === 2;
    line(isBoth ? left[0] - 30 : xs[0] - 30, y, isBoth ? left[1] + 30 : xs[0] + 30, y, 'text', {'stroke-width': 3});
    text(isBoth ? (left[0] + left[1]) / 2 : xs[0], y - 5, 'middle', name, true);
  });
  line(spots[1].x, spots[1].y, spots[0].x, spots[0].y, 'bad', {'stroke-dasharray': '5 4'});
  return picture;
}

function raceCard(view, race) {
  const finding = view.run.findings[race.finding];
  const isDrawn = race.sides && race.sides.every((side) => side.step !== null);
  return element('div', {class: 'finding bad race'}, element('div', {class: 'what'}, finding ? finding.message : ''),
                 isDrawn ? raceDiagram(view, race) : element('p', {class: 'soft'}, 'The run did not record these accesses, so this race has no diagram.'));
}

function showRaces(view) {
  const {races, shape} = view.run;
  if (races.length === 0) {
    const text = shape.check_races ? 'No data races found.' : 'This run did not check for data races.';
    return section('races', 'Data races', '', element('p', {class: 'soft'}, text));
  }
  return section('races', 'Data races', 'nothing orders the two accesses that a dashed line connects', races.map((race) => raceCard(view, race)));
}

// --- accesses ---

function accessKind(access) {
  if (access.atomic) return 'atomic';
  return [access.reads ? 'load' : '', access.writes ? 'store' : ''].filter(Boolean).join(', ');
}

// The bytes of the lanes of one access: [{ lane, object, begin, bytes }].
function touched(sample) {
  return sample.lanes.flatMap((lane, i) => Array.from({length: Math.min(sample.count, 64)}, (_, c) => (
      {lane, object: sample.objects[i], begin: sample.offsets[i] + c * sample.stride, bytes: sample.bytes})));
}

// Lanes from top to bottom, the segments of 128 bytes that they touch from left to right.
function accessPattern(sample) {
  const places = touched(sample);
  const all = new Map();
  for (const place of places) {
    for (let segment = Math.floor(place.begin / 128); segment <= Math.floor((place.begin + place.bytes - 1) / 128); ++segment)
      all.set(`${place.object}\n${segment}`, {object: place.object, segment});
  }
  const segments = [...all.values()].sort((a, b) => a.object < b.object ? -1 : a.object > b.object ? 1 : a.segment - b.segment);
  const shown = segments.slice(0, 32);
  const left = 34, width = Math.max(16, Math.min(150, Math.floor(560 / shown.length))), gap = 4;
  const height = sample.lanes.length > 40 ? 4 : 8;
  const top = 18;
  const total = left + shown.length * (width + gap);
  const bottom = top + sample.lanes.length * height;
  const picture = drawn('svg', {viewBox: `0 0 ${total} ${bottom + 16}`, width: total, height: bottom + 16, role: 'img', 'aria-label': 'bytes that each lane accesses'});
  const xs = new Map();
  shown.forEach(({object, segment}, i) => {
    const x = left + i * (width + gap);
    xs.set(`${object}\n${segment}`, x);
    for (let part = 0; part < 4; ++part)
      picture.append(drawn('rect', {x: x + part * width / 4, y: top, width: width / 4 - 0.7, height: bottom - top, fill: 'var(--idle)'}));
    if (width > 44 || i % Math.ceil(44 / width) === 0) picture.append(drawn('text', {x, y: 12, class: 'soft'}, `${128 * segment}`));
  });
  sample.lanes.forEach((lane, i) => {
    if (i % (height < 8 ? 8 : 4) === 0) picture.append(drawn('text', {x: left - 6, y: top + i * height + 7, 'text-anchor': 'end', class: 'soft'}, `${lane}`));
  });
  const rowOf = new Map(sample.lanes.map((lane, i) => [lane, i]));
  for (const place of places) {
    for (let begin = place.begin; begin < place.begin + place.bytes;) {
      const segment = Math.floor(begin / 128);
      const end = Math.min(place.begin + place.bytes, 128 * (segment + 1));
      const x = xs.get(`${place.object}\n${segment}`);
      if (x !== undefined) {
        picture.append(drawn('rect', {x: x + (begin % 128) / 128 * width, y: top + rowOf.get(place.lane) * height, width: Math.max(1.2, (end - begin) / 128 * width - 0.3),
                                      height: height - 1, fill: 'var(--accent)'}, drawn('title', {}, `lane ${place.lane}: bytes ${begin} to ${end - 1} of ${place.object}`)));
      }
      begin = end;
    }
  }
  const names = [...new Set(sample.objects)].join(', ');
  picture.append(drawn('text', {x: left, y: bottom + 12, class: 'soft'}, segments.length > shown.length ? `the first ${shown.length} of ${segments.length} segments; bytes of ${names}` : `byte offsets in ${names}`));
  return picture;
}

function patternRow(view, access) {
  let at = 0;
  const place = element('div', {});
  const show = () => {
    const sample = access.samples[at];
    place.replaceChildren(
        element('div', {class: 'soft'}, `access ${at + 1} of ${access.accesses > access.samples.length ? 'the first ' : ''}${access.samples.length}: subgroup ${sample.subgroup} of workgroup ${tuple(coordinates(view.run.shape.groups, sample.workgroup))} `,
                element('button', {disabled: at === 0, onclick: () => { --at; show(); }}, '‹'), ' ',
                element('button', {disabled: at + 1 === access.samples.length, onclick: () => { ++at; show(); }}, '›')),
        accessPattern(sample), element('pre', {}, access.instruction));
  };
  if (access.samples.length > 0) show();
  else if (access.memory === 'image') place.append(element('p', {class: 'soft'}, 'Implementations choose the layout of images, so segments are unknown.'), element('pre', {}, access.instruction));
  else place.append(element('span', {class: 'soft'}, 'The recording does not contain the lanes of these accesses.'));
  return element('tr', {class: 'pattern'}, element('td', {colspan: 8}, place));
}

function accessRow(view, access) {
  const mean = (sum) => (sum / access.accesses).toLocaleString('en-US', {maximumFractionDigits: 1});
  const least = Math.max(access.accesses, access.bytes / 32);
  const inBuffer = access.memory === 'buffer';
  const memory = {buffer: 'buffer', image: 'image', workgroup: 'workgroup memory'}[access.memory];
  let pattern = null;
  const row = element(
      'tr', {class: 'pick', onclick: (event) => {
        if (event.target.closest('a')) return;
        row.classList.toggle('picked');
        if (pattern) { pattern.remove(); pattern = null; }
        else { pattern = patternRow(view, access); row.after(pattern); }
      }, onmouseenter: () => view.point(access.row), onmouseleave: () => view.point(null)},
      element('td', {}, view.place(access.row)),
      element('td', {class: 'left'}, `${accessKind(access)}, ${memory}`),
      element('td', {}, count(access.accesses)), element('td', {}, mean(access.lanes)), element('td', {}, `${Math.round(access.bytes / access.lanes)}`),
      element('td', {}, inBuffer ? mean(access.segments32) : '–'), element('td', {}, inBuffer ? mean(access.segments128) : '–'),
      element('td', {}, inBuffer ? meter(Math.min(least, access.segments32), access.segments32, `at most ${access.most_segments32} segments of 32 bytes in one access`) : '–'));
  return row;
}

function showAccesses(view) {
  const {accesses, access_rows_left_out: leftOut} = view.run;
  if (accesses.length === 0)
    return section('accesses', 'Memory accesses', '', element('p', {class: 'soft'}, 'No accesses to buffers, images or workgroup memory.'));
  const head = [['line', ''], ['access', ''], ['accesses', 'each access of a tangle counts once'], ['lanes', 'active in an access, on average'], ['bytes', 'per lane'],
                ['32-byte segments', 'distinct segments that the lanes of an access touch, on average'], ['128-byte segments', 'likewise'],
                ['coalescing', 'the least number of 32-byte segments that could hold these bytes, as a share of the segments touched']];
  const table = element('table', {class: 'accesses'}, element('thead', {}, element('tr', {}, head.map(([text, title], i) => element('th', {title, class: i === 1 ? 'left' : null}, text)))),
                        element('tbody', {}, accesses.map((access) => accessRow(view, access))));
  return section('accesses', 'Memory accesses', 'by lane; click one to see its pattern', [
    table, leftOut ? element('p', {class: 'note'}, `${plural(leftOut, 'more instruction')} ${leftOut === 1 ? 'is' : 'are'} not shown.`) : null,
    element('p', {class: 'soft'}, 'Offsets count from the beginning of a buffer. The table does not contain asynchronous copies, nor copies whose size is not a constant.')]);
}
