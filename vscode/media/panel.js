// Draws what the extension posts: the lanes of a subgroup, its tangles, and a timeline of which lanes executed which lines.
// Messages: {type: 'state', lanes, tangles, timeline} as docs/debugger_protocol.md defines matrix, tangles with barriers, and
// timeline, which may come later;
// {type: 'clear'}; {type: 'error', text}.
(function () {
  'use strict';

  const host = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : { postMessage: () => {} };
  const root = document.getElementById('panel');
  const svgNames = 'http://www.w3.org/2000/svg';

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (key === 'onclick') made.addEventListener('click', value);
      else if (value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  function svg(name, attributes, ...children) {
    const made = document.createElementNS(svgNames, name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === 'onclick') made.addEventListener('click', value);
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  // "0-3,7"
  function ranges(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const parts = [];
    for (let i = 0; i < sorted.length; ) {
      let last = i;
      while (last + 1 < sorted.length && sorted[last + 1] === sorted[last] + 1) ++last;
      parts.push(last > i ? `${sorted[i]}-${sorted[last]}` : `${sorted[i]}`);
      i = last + 1;
    }
    return parts.join(',');
  }

  function shortName(file) {
    return (file ?? '').split('/').pop();
  }

  // The end of a long name tells more than its beginning.
  function shortened(name, length) {
    return name.length <= length ? name : `…${name.slice(name.length - length + 1)}`;
  }

  function placeOf(where) {
    if (!where.line) return '';
    return element(
      'span',
      { class: 'place', onclick: () => host.postMessage({ type: 'reveal', file: where.file, line: where.line }) },
      `${shortName(where.file)}:${where.line}`,
    );
  }

  // --- lanes ---

  function laneTable(matrix) {
    const head = element('tr', {}, element('th', { class: 'name' }, 'lane'));
    for (const lane of matrix.lanes) {
      head.append(
        element(
          'th',
          {
            class: `lane${lane.active ? '' : ' inactive'}${lane.lane === matrix.lane ? ' focused' : ''}`,
            title: `invocation (${lane.invocation ?? ''})${lane.active ? '' : ', inactive'}: ${lane.lane === matrix.lane ? 'focused' : 'click to focus'}`,
            onclick: () => host.postMessage({ type: 'focus', lane: lane.lane }),
          },
          String(lane.lane),
        ),
      );
    }
    const table = element('table', { class: 'lanes' }, element('thead', {}, head));
    const body = element('tbody', {});
    for (const row of matrix.rows) {
      const line = element('tr', {}, element('th', { class: 'name', title: row.type }, row.name));
      row.cells.forEach((cell, i) => {
        const enclosure = cell.enclosure ? ` in ${cell.enclosure}` : '';
        line.append(
          element(
            'td',
            {
              class: `${cell.state ?? ''}${matrix.lanes[i]?.active ? '' : ' inactive'}`,
              title: `${row.name} of lane ${matrix.lanes[i]?.lane}: ${cell.state ?? ''}${enclosure}`,
            },
            cell.state === 'unavailable' ? '·' : cell.value,
          ),
        );
      });
      body.append(line);
    }
    table.append(body);
    return element('div', { class: 'scroll' }, table);
  }

  // --- tangles ---

  function lanesText(lanes) {
    return `${lanes.length === 1 ? 'lane' : 'lanes'} ${ranges(lanes)}`;
  }

  function tangleList(tangles) {
    const list = element('ul', { class: 'tangles' });
    for (const tangle of tangles) {
      const construct = tangle.construct ? ` (${tangle.construct})` : '';
      const waits = tangle.waits_for ? `, waiting for ${tangle.waits_for}` : '';
      const item = element('li', {}, `${lanesText(tangle.lanes)}: ${tangle.state}${construct}${waits} `, placeOf(tangle));
      if (tangle.children?.length) item.append(tangleList(tangle.children));
      list.append(item);
    }
    return list;
  }

  function tangleTree(tree) {
    const all = element('div', { class: 'tangle-tree' });
    for (const subgroup of tree.subgroups ?? []) {
      all.append(
        element('div', {}, `subgroup ${subgroup.subgroup} of workgroup (${tree.workgroup}): ${subgroup.state}`),
        tangleList(subgroup.tangles ?? []),
      );
    }
    for (const barrier of tree.barriers ?? []) all.append(barrierText(barrier));
    return all;
  }

  // Who has arrived, and where the others are.
  function barrierText(barrier) {
    const text = element('div', { class: 'barrier' }, `${barrier.kind} `, placeOf(barrier));
    const side = (name, sides) => {
      if (!sides?.length) return;
      text.append(name);
      sides.forEach((who, i) => {
        const where = who.text ? ` (${who.text})` : '';
        text.append(`${i > 0 ? ', ' : ' '}subgroup ${who.subgroup} ${lanesText(who.lanes)}${where}`, who.line ? ' ' : '', placeOf(who));
      });
    };
    side(` of workgroup (${barrier.workgroup}): arrived:`, barrier.arrived);
    side('; missing:', barrier.missing);
    return text;
  }

  // --- timeline: a row for each line, a column for each segment, as high as the share of lanes that are active ---

  function timelineOf(segments, laneCount) {
    const rowHeight = 18;
    const columnWidth = Math.max(3, Math.min(24, Math.floor(1200 / Math.max(segments.length, 1))));
    const key = (segment) => `${segment.file}:${segment.line}`;
    const rows = [...new Map(segments.map((segment) => [key(segment), segment])).values()].sort(
      (a, b) => (a.file ?? '').localeCompare(b.file ?? '') || a.line - b.line,
    );
    const rowOf = new Map(rows.map((row, i) => [key(row), i]));
    const labelOf = (row) => (row.line ? `${shortened(shortName(row.file), 24)}:${row.line}` : row.function || '(no line)');
    const labelWidth = 12 + 6.7 * Math.max(0, ...rows.map((row) => labelOf(row).length));
    const drawing = svg('svg', {
      class: 'timeline',
      width: labelWidth + segments.length * columnWidth + 8,
      height: rows.length * rowHeight + 8,
    });
    rows.forEach((row, i) => {
      drawing.append(
        svg('text', { x: 0, y: i * rowHeight + 13 }, labelOf(row)),
      );
    });
    segments.forEach((segment, i) => {
      const share = segment.lanes.length / Math.max(laneCount, 1);
      const height = Math.max(2, (rowHeight - 4) * share);
      // From few lanes, red, to all of them, green.
      const color = `hsl(${Math.round(120 * share)}, 55%, 45%)`;
      const rectangle = svg('rect', {
        class: 'segment',
        x: labelWidth + i * columnWidth,
        y: rowOf.get(key(segment)) * rowHeight + (rowHeight - 2) - height,
        width: Math.max(1, columnWidth - 1),
        height,
        fill: color,
        onclick: () => host.postMessage({ type: 'reveal', file: segment.file, line: segment.line }),
      });
      rectangle.append(
        svg('title', {}, `${shortName(segment.file)}:${segment.line}, moments ${segment.begin} to ${segment.end}: lanes ${ranges(segment.lanes)} of ${laneCount}`),
      );
      drawing.append(rectangle);
    });
    return element('div', { class: 'scroll' }, drawing);
  }

  function show(state) {
    const segments = state.timeline?.segments ?? [];
    const laneCount = state.lanes.lanes.length;
    root.replaceChildren(
      element('h2', {}, 'Lanes'),
      laneTable(state.lanes),
      element('h2', {}, 'Tangles'),
      tangleTree(state.tangles),
      element('h2', {}, 'Timeline of this subgroup'),
      element('div', { class: 'legend' }, state.timeline ? 'A bar is a line that some lanes execute; the higher and greener, the more lanes are active.' : 'Replaying the run …'),
      state.timeline ? timelineOf(segments, laneCount) : '',
    );
  }

  window.addEventListener('message', ({ data }) => {
    if (data.type === 'state') show(data);
    else if (data.type === 'clear') root.replaceChildren(element('p', {}, 'No program is being debugged.'));
    else if (data.type === 'error') root.replaceChildren(element('p', { class: 'undefined' }, data.text));
  });
  // What was sent before is lost.
  host.postMessage({ type: 'ready' });
})();
