// The timeline: which tangle of a workgroup executed which line when. Time counts the instructions that a subgroup
// executes; at a barrier of the workgroup its subgroups are drawn as they wait for each other.

const maxHeight = 12000;  // pixels that a canvas surely has
const axisHeight = 16;

const barrierKinds = {workgroup: 1, subgroup: 2, memory: 3};

// The subgroups of a workgroup with places on a common time axis.
function arrange(subgroups, masks) {
  const made = subgroups.map((subgroup) => {
    const parts = subgroup.segments.map(([executions, row, mask, barrier], i) => ({executions, row, lanes: masks[mask], barrier, i}));
    const existing = Math.max(0, ...parts.map((part) => part.lanes.length ? part.lanes[part.lanes.length - 1] + 1 : 0));
    const all = new Set(parts.flatMap((part) => part.lanes));
    return {...subgroup, parts, width: existing, lanes: all.size, barriers: []};
  });
  const next = made.map(() => 0);
  let begin = 0;
  const barriers = [];
  for (;;) {
    let end = begin;
    const waiting = [];
    made.forEach((subgroup, s) => {
      let at = begin;
      let step = next[s] === 0 ? 0 : subgroup.parts[next[s] - 1].step + subgroup.parts[next[s] - 1].executions;
      while (next[s] < subgroup.parts.length) {
        const part = subgroup.parts[next[s]++];
        part.begin = at;
        part.step = step;
        at += part.executions;
        step += part.executions;
        part.end = at;
        if (part.barrier === barrierKinds.workgroup) {
          waiting.push(part);
          break;
        }
      }
      end = Math.max(end, at);
    });
    for (const part of waiting) part.end = end;
    begin = end;
    if (waiting.length === 0) break;
    barriers.push({at: end, row: waiting[0].row});
  }
  return {subgroups: made, barriers, length: Math.max(begin, 1)};
}

class Timeline {
  constructor(view) {
    this.view = view;
    this.run = view.run;
    this.masks = view.run.timeline.masks.map(lanesOf);
    this.workgroups = [...new Set(view.run.timeline.subgroups.map((subgroup) => subgroup.workgroup))].sort((a, b) => a - b);
    this.byLine = true;
    this.canvas = element('canvas', {tabindex: 0, role: 'img', 'aria-label': 'lanes over time'});
    this.axis = element('canvas', {class: 'axis', 'aria-hidden': 'true'});  // stays in view while the rows scroll
    this.readout = element('div', {class: 'readout mono'});
    this.hit = null;
    this.pick(this.workgroups[0]);
    this.listen();
    view.listeners.push((row, chosen) => {
      this.draw();
      if (chosen) this.reveal(row);
    });
  }

  // Scrolls to the row of a line, if it is out of view in all subgroups.
  reveal(row) {
    const number = this.shownRows.indexOf(row);
    const scroll = this.canvas.parentElement;
    if (!this.byLine || number < 0 || !scroll || !this.panels) return;
    const tops = this.panels.map((panel) => panel.top + number * this.height);
    const isInView = (top) => top >= scroll.scrollTop && top + this.height <= scroll.scrollTop + scroll.clientHeight;
    if (!tops.some(isInView)) scroll.scrollTop = tops[0] - scroll.clientHeight / 2;
  }

  pick(workgroup) {
    this.workgroup = workgroup;
    const subgroups = this.run.timeline.subgroups.filter((subgroup) => subgroup.workgroup === workgroup).sort((a, b) => a.subgroup - b.subgroup);
    Object.assign(this, arrange(subgroups, this.masks));
    this.from = 0;
    this.to = this.length;
    this.hit = null;
    const rows = new Set(this.subgroups.flatMap((subgroup) => subgroup.parts.map((part) => part.row)));
    this.shownRows = [...rows].sort((a, b) => (a < 0) - (b < 0) || a - b);
  }

  // Positions on the canvas.
  layOut() {
    this.left = 46;
    const lines = this.byLine;
    const rowsOf = (subgroup) => lines ? this.shownRows.length : Math.max(subgroup.width, 1);
    const total = this.subgroups.reduce((sum, subgroup) => sum + rowsOf(subgroup), 0);
    this.height = lines ? Math.max(8, Math.min(17, Math.floor(440 / Math.max(1, total)))) : Math.max(3, Math.min(14, Math.floor(400 / Math.max(1, total))));
    let top = 4;
    this.panels = this.subgroups.map((subgroup) => {
      const panel = {subgroup, top: top + 16, rows: rowsOf(subgroup)};
      top = panel.top + panel.rows * this.height + 8;
      return panel;
    }).filter((panel) => panel.top + panel.rows * this.height < maxHeight || panel.subgroup === this.subgroups[0]);
    const last = this.panels[this.panels.length - 1];
    this.bottom = Math.min(last.top + last.rows * this.height + 4, 2 * maxHeight);
  }

  x(time) { return this.left + (time - this.from) / (this.to - this.from) * (this.canvas.clientWidth - this.left - 6); }
  time(x) { return this.from + (x - this.left) / (this.canvas.clientWidth - this.left - 6) * (this.to - this.from); }

  // By the place of the line among those that were executed.
  color(row) {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const share = this.shownRows.length < 2 ? 0 : this.shownRows.indexOf(row) / (this.shownRows.length - 1);
    return `hsl(${215 - 200 * share} 62% ${dark ? 62 : 48}%)`;
  }

  draw() {
    if (!this.subgroups || !this.canvas.isConnected) return;
    this.layOut();
    const style = getComputedStyle(document.documentElement);
    this.theme = (name) => style.getPropertyValue(`--${name}`).trim();
    this.canvas.style.height = `${this.bottom}px`;
    const context = this.cleared(this.canvas, this.canvas.clientWidth, this.bottom);
    for (const panel of this.panels) this.drawPanel(context, panel);
    this.drawBarriers(context);
    this.drawRaces(context);
    // As wide as the rows, which may have a scroll bar beside them.
    this.axis.style.width = `${this.canvas.clientWidth}px`;
    this.drawAxis(this.cleared(this.axis, this.canvas.clientWidth, axisHeight));
  }

  // The context of an empty canvas of this size.
  cleared(canvas, width, height) {
    const scale = devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    context.font = '10.5px ' + this.theme('mono');
    context.textBaseline = 'middle';
    return context;
  }

  drawPanel(context, panel) {
    const {subgroup} = panel;
    context.fillStyle = this.theme('soft');
    context.textAlign = 'left';
    context.fillText(`subgroup ${subgroup.subgroup}`, 2, panel.top - 8);
    context.textAlign = 'right';
    const every = this.byLine ? Math.ceil(11 / this.height) : Math.max(Math.ceil(11 / this.height), this.height < 8 ? 8 : 4);
    for (let i = 0; i < panel.rows; i += every) {
      const row = this.shownRows[i];
      const label = this.byLine ? (row < 0 ? '–' : this.view.rows[row].line) : i;
      context.fillStyle = this.theme(this.byLine && row === this.view.row ? 'accent' : 'soft');
      context.fillText(label, this.left - 6, panel.top + (i + 0.5) * this.height);
    }
    context.fillStyle = this.theme('faint');
    for (let i = 0; i < panel.rows; i += 2)
      context.fillRect(this.left, panel.top + i * this.height, this.canvas.clientWidth - this.left - 6, this.height);
    const inside = new Path2D();
    inside.rect(this.left, 0, this.canvas.clientWidth - this.left - 6, this.bottom);
    context.save();
    context.clip(inside);
    for (const part of subgroup.parts) {
      if (part.end >= this.from && part.begin <= this.to) this.drawPart(context, panel, part);
    }
    context.restore();
  }

  drawPart(context, panel, part) {
    const begin = this.x(part.begin);
    const executed = Math.max(this.x(part.begin + part.executions) - begin, 0.8);
    const gap = executed > 4 ? 0.6 : 0;
    const isFaint = this.view.row !== null && this.view.row !== part.row;
    context.globalAlpha = isFaint ? 0.22 : 1;
    if (this.byLine) {
      const top = panel.top + this.shownRows.indexOf(part.row) * this.height;
      const share = part.lanes.length / Math.max(1, panel.subgroup.lanes);
      const height = Math.max(1.5, (this.height - 1) * share);
      context.fillStyle = this.theme('idle');
      context.fillRect(begin, top, executed - gap, this.height - 1);
      context.fillStyle = this.color(part.row);
      context.fillRect(begin, top + this.height - 1 - height, executed - gap, height);
    } else {
      context.fillStyle = this.color(part.row);
      for (const [first, last] of runsOf(part.lanes))
        context.fillRect(begin, panel.top + first * this.height, executed - gap, (last - first + 1) * this.height - (this.height > 5 ? 1 : 0));
    }
    const waits = this.x(part.end) - begin - executed;
    if (waits > 1) {
      context.fillStyle = this.theme('wait');
      const middle = this.byLine ? panel.top + (this.shownRows.indexOf(part.row) + 0.5) * this.height : panel.top + panel.rows * this.height / 2;
      context.fillRect(begin + executed, middle - 0.5, waits, 1);
    }
    context.globalAlpha = 1;
  }

  drawBarriers(context) {
    context.strokeStyle = this.theme('text');
    context.lineWidth = 1.2;
    for (const barrier of this.barriers) {
      if (barrier.at < this.from || barrier.at > this.to) continue;
      const x = this.x(barrier.at);
      context.beginPath();
      context.moveTo(x, 14);
      context.lineTo(x, this.bottom);
      context.stroke();
    }
  }

  // The center of an access: { x, y }, or null where it is not shown.
  spot(side) {
    if (side.step === null || side.workgroup_number !== this.workgroup) return null;
    const panel = this.panels.find((one) => one.subgroup.subgroup === side.subgroup);
    const part = panel?.subgroup.parts.find((one) => one.step <= side.step && side.step < one.step + one.executions);
    if (!part) return null;
    const time = part.begin + side.step - part.step + 0.5;
    if (time < this.from || time > this.to) return null;
    const row = this.byLine ? this.shownRows.indexOf(part.row) : side.lane;
    return {x: this.x(time), y: panel.top + (row + 0.5) * this.height};
  }

  drawRaces(context) {
    context.strokeStyle = context.fillStyle = this.theme('bad');
    context.lineWidth = 1.5;
    for (const race of this.run.races) {
      const spots = (race.sides || []).map((side) => this.spot(side)).filter((spot) => spot !== null);
      for (const spot of spots) {
        context.beginPath();
        context.arc(spot.x, spot.y, 4, 0, 2 * Math.PI);
        context.stroke();
      }
      const [a, b] = spots;
      if (spots.length < 2 || Math.hypot(a.x - b.x, a.y - b.y) < 8) continue;
      context.setLineDash([4, 3]);
      context.beginPath();
      context.moveTo(a.x, a.y);
      context.quadraticCurveTo((a.x + b.x) / 2 + 24, (a.y + b.y) / 2 - 20, b.x, b.y);
      context.stroke();
      context.setLineDash([]);
    }
  }

  drawAxis(context) {
    context.fillStyle = this.theme('soft');
    context.textAlign = 'center';
    const steps = [1, 2, 5];
    let step = 1;
    for (let power = 0; (this.to - this.from) / step > 9; ++power) step = steps[power % 3] * 10 ** Math.floor(power / 3);
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step)
      context.fillText(count(time), Math.min(Math.max(this.x(time), this.left + 8), this.canvas.clientWidth - 22), axisHeight / 2);
  }

  // --- the mouse and the keys ---

  find(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const panel = this.panels.find((one) => y >= one.top - 16 && y < one.top + one.rows * this.height + 8);
    if (!panel || x < this.left) return null;
    const time = this.time(x);
    const part = panel.subgroup.parts.find((one) => one.begin <= time && time < one.end);
    if (!part) return null;
    const lane = Math.floor((y - panel.top) / this.height);
    return {panel, part, lane: this.byLine || lane < 0 || lane >= panel.rows ? undefined : lane};
  }

  tell(hit) {
    this.hit = hit;
    if (!hit) {
      const cut = this.panels ? this.subgroups.length - this.panels.length : 0;
      this.readout.replaceChildren(element('span', {class: 'soft'}, `Time counts the instructions of a subgroup. ${this.byLine ? 'The height of a bar is the share of active lanes. ' : ''}A click keeps a line, arrow keys step.`),
                                   cut > 0 ? ` The last ${plural(cut, 'subgroup')} of the workgroup ${cut === 1 ? 'is' : 'are'} not drawn.` : '');
      return;
    }
    const {part, panel} = hit;
    const lanes = part.lanes;
    const textOf = (lane) => invocationText(this.run, coordinates(this.run.shape.groups, panel.subgroup.workgroup), panel.subgroup.subgroup, lane);
    const lane = lanes.length === 1 ? textOf(lanes[0]) : '';
    const pointed = hit.lane === undefined ? '' : ` · lane ${hit.lane}${textOf(hit.lane)}`;
    const barrier = ['', ' · barrier of the workgroup', ' · barrier of the subgroup', ' · memory barrier'][part.barrier];
    this.readout.replaceChildren(
        `subgroup ${panel.subgroup.subgroup} · step ${count(part.step)}${part.executions > 1 ? `–${count(part.step + part.executions - 1)}` : ''} · `,
        this.view.place(part.row), ` · ${lanesText(lanes)}${lane} (${lanes.length} of ${panel.subgroup.lanes})${barrier}${pointed}`);
  }

  zoom(factor, center) {
    const middle = center ?? (this.from + this.to) / 2;
    const width = Math.min(this.length, Math.max(8, (this.to - this.from) * factor));
    const share = (middle - this.from) / (this.to - this.from);
    this.show(middle - share * width, width);
  }

  show(from, width) {
    this.from = Math.max(0, Math.min(from, this.length - width));
    this.to = this.from + width;
    this.draw();
  }

  move(direction) {
    const panel = this.hit?.panel ?? this.panels[0];
    const next = this.hit ? panel.subgroup.parts[this.hit.part.i + direction] : panel?.subgroup.parts[0];
    if (!next) return;
    if (next.begin < this.from || next.end > this.to) this.show(next.begin - (this.to - this.from) / 2, this.to - this.from);
    this.tell({panel, part: next});
    this.view.isChosen = false;
    this.view.point(next.row);
  }

  listen() {
    let drag = null;
    this.canvas.addEventListener('mousemove', (event) => {
      if (drag !== null && event.buttons) {
        const width = this.to - this.from;
        this.show(this.from - event.movementX / this.canvas.clientWidth * width, width);
        drag += Math.abs(event.movementX);
        return;
      }
      const hit = this.find(event);
      if (hit?.part === this.hit?.part && hit?.lane === this.hit?.lane) return;
      this.tell(hit);
      this.view.point(hit ? hit.part.row : null);
    });
    this.canvas.addEventListener('mousedown', () => { drag = 0; });
    this.canvas.addEventListener('mouseleave', () => this.view.point(null));
    this.canvas.addEventListener('click', (event) => {
      const hit = this.find(event);
      if (hit && (drag ?? 0) < 4) this.view.choose(hit.part.row, hit.part.row !== this.view.row || !this.view.isChosen);
      drag = null;
    });
    this.canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      const turned = event.deltaY || event.deltaX;
      this.zoom(turned > 0 ? 1.25 : 0.8, this.time(event.offsetX));
    }, {passive: false});
    this.canvas.addEventListener('keydown', (event) => {
      const direction = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (!direction) return;
      event.preventDefault();
      this.move(direction);
    });
    addEventListener('resize', () => this.draw());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }
}

function timelineNotes(run) {
  const {timeline} = run;
  const notes = [];
  const note = (text) => notes.push(element('p', {class: 'note'}, text));
  if (run.recording_problem) note(`The execution was not recorded to its end: ${run.recording_problem}`);
  if (timeline.recorded < timeline.executions)
    note(`Only the first ${count(timeline.recorded)} of ${count(timeline.executions)} executions were recorded one by one. Utilization and memory accesses count all of them.`);
  const cut = timeline.subgroups.filter((subgroup) => subgroup.left_out > 0).length;
  if (cut) note(cut === 1 ? 'The timeline of one subgroup ends early: it has too many changes of line or lanes.' : `The timelines of ${count(cut)} subgroups end early: they have too many changes of line or lanes.`);
  if (timeline.subgroups_left_out) note(`${plural(timeline.subgroups_left_out, 'more subgroup')} ${timeline.subgroups_left_out === 1 ? 'is' : 'are'} not in the timeline.`);
  return notes;
}

function showTimeline(view) {
  const {run} = view;
  if (run.timeline.subgroups.length === 0) {
    view.draw = () => {};
    return section('timeline', 'Timeline', '', [...timelineNotes(run), element('p', {class: 'soft'}, 'Nothing was recorded.')]);
  }
  const timeline = new Timeline(view);
  const modes = [['by line', true], ['by lane', false]].map(([text, byLine]) => element('button', {'aria-pressed': String(byLine === timeline.byLine), onclick: () => {
    timeline.byLine = byLine;
    for (const mode of modes) mode.setAttribute('aria-pressed', String(mode.textContent === text));
    timeline.draw();
    timeline.tell(null);
  }}, text));
  const name = (workgroup) => `workgroup ${tuple(coordinates(run.shape.groups, workgroup))}`;
  const chooser = timeline.workgroups.length === 1 ? element('span', {class: 'soft'}, name(timeline.workgroups[0])) :
      element('select', {id: 'workgroup', 'aria-label': 'workgroup', onchange: (event) => {
        timeline.pick(Number(event.target.value));
        timeline.tell(null);
        timeline.draw();
      }}, timeline.workgroups.map((workgroup) => element('option', {value: workgroup}, name(workgroup))));
  const zoom = (text, title, action) => element('button', {title, onclick: action}, text);
  timeline.tell(null);
  view.draw = () => timeline.draw();
  return section('timeline', 'Timeline', '', [
    ...timelineNotes(run), element('div', {class: 'scroll'}, timeline.canvas), timeline.axis, timeline.readout,
  ], chooser, element('span', {class: 'push'}), ...modes, zoom('−', 'zoom out', () => timeline.zoom(2)),
     zoom('+', 'zoom in (or Ctrl and the wheel)', () => timeline.zoom(0.5)), zoom('fit', 'show all', () => timeline.show(0, timeline.length)));
}
