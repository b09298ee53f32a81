// The images of draws: colors, what is not certain in them, and the primitives that cover each pixel.

// A color for each primitive; neighbors differ much.
const primitiveColor = (id) => `hsl(${(id * 137.5) % 360}deg 70% 55%)`;

const stateNames = ['defined', 'implementation-dependent', 'undefined'];

class ImageView {
  constructor(image) {
    this.image = image;
    this.mode = 'colors';
    this.canvas = element('canvas', {class: 'picture', tabindex: 0, role: 'img', 'aria-label': `the image ${image.name}`,
                                     width: image.width, height: image.height,
                                     onmousemove: (event) => this.read(event), onmouseleave: () => this.tell(null)});
    this.scale = Math.max(1, Math.min(32, Math.floor(512 / Math.max(image.width, image.height))));
    this.canvas.style.width = `${image.width * this.scale}px`;
    this.readout = element('p', {class: 'soft readout'}, 'Point at a pixel.');
    this.draw();
  }

  draw() {
    const {image} = this;
    const context = this.canvas.getContext('2d');
    context.clearRect(0, 0, image.width, image.height);
    for (let pixel = 0; pixel < image.width * image.height; ++pixel) {
      context.fillStyle = this.styleOf(pixel);
      context.fillRect(pixel % image.width, Math.floor(pixel / image.width), 1, 1);
    }
  }

  styleOf(pixel) {
    const {image} = this;
    if (this.mode === 'primitives') {
      const set = image.sets[image.covers[pixel]];
      return set.length === 0 ? 'transparent' : primitiveColor(set[set.length - 1]);
    }
    if (this.mode === 'states' && image.states[pixel] !== '0')
      return image.states[pixel] === '2' ? 'rgb(220 40 60)' : 'rgb(240 170 20)';
    const digits = image.colors.slice(8 * pixel, 8 * pixel + 8);
    if (this.mode === 'states') return `#${digits.slice(0, 6)}60`;
    return `#${digits.slice(0, 6)}`;
  }

  choose(mode) {
    this.mode = mode;
    this.draw();
  }

  read(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / box.width * this.image.width);
    const y = Math.floor((event.clientY - box.top) / box.height * this.image.height);
    const inside = x >= 0 && y >= 0 && x < this.image.width && y < this.image.height;
    this.tell(inside ? y * this.image.width + x : null);
  }

  tell(pixel) {
    this.readout.textContent = pixel === null ? 'Point at a pixel.' : this.textOf(pixel);
  }

  textOf(pixel) {
    const {image} = this;
    const place = `pixel (${pixel % image.width}, ${Math.floor(pixel / image.width)})`;
    const color = image.colors.slice(8 * pixel, 8 * pixel + 8).match(/../g).map((part) => parseInt(part, 16)).join(' ');
    const set = image.sets[image.covers[pixel]];
    const cover = set.length === 0 ? 'no primitive of this draw covers it' :
                                     `${set.length === 1 ? 'primitive' : 'primitives'} ${set.join(', ')}`;
    return `${place}: ${color}, ${stateNames[image.states[pixel]]}; ${cover}`;
  }
}

function showImage(image) {
  const title = `${image.name}, ${image.format}, ${image.width} × ${image.height} pixels`;
  if (image.reason) return element('div', {class: 'image'}, element('h3', {}, title), element('p', {class: 'soft'}, image.reason));
  const view = new ImageView(image);
  const marked = (state) => [...image.states].filter((digit) => digit === state).length;
  const modes = element('select', {'aria-label': 'what the image shows', onchange: (event) => view.choose(event.target.value)},
                        element('option', {value: 'colors'}, 'colors'),
                        element('option', {value: 'states'}, 'what is not certain'),
                        element('option', {value: 'primitives'}, 'primitives, the last one on top'));
  return element('div', {class: 'image'}, element('h3', {}, title), modes,
                 element('p', {class: 'soft'}, `${plural(marked('2'), 'pixel')} undefined (red), ${count(marked('1'))} implementation-dependent (yellow)`),
                 view.canvas, view.readout);
}

function drawFinding(finding) {
  const place = finding.source ? `${finding.source.file}:${finding.source.line} ` : '';
  return element('div', {class: `finding ${finding.severity === 'undefined-behavior' ? 'bad' : ''}`},
                 element('div', {class: 'kind'}, `${place}${finding.severity} `, element('code', {}, finding.clause)),
                 element('div', {class: 'what'}, finding.message));
}

function showDraws() {
  return (data.draws || []).map((draw, number) => section(
      `draw${number}`, 'Draw', draw.title,
      [draw.error ? element('p', {class: 'note'}, draw.error) : null,
       ...draw.images.map((image) => showImage(image)), ...draw.findings.map(drawFinding)]));
}
