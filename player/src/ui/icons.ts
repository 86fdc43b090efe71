const SVG = 'http://www.w3.org/2000/svg';

/** Paths on a 24 × 24 grid; `fill` is painted solid, `line` with a round stroke, `text` around 12, 13. */
const ICONS = {
  play: {
    fill: 'M8 4.9v14.2c0 .8.9 1.3 1.6.9l11-7.1c.6-.4.6-1.4 0-1.8l-11-7.1C8.9 3.6 8 4.1 8 4.9z',
  },
  pause: { fill: 'M6.5 4.5h3.5v15H6.5zM14 4.5h3.5v15H14z' },
  replay: { line: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5' },
  volume: {
    line: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.6 7.6 0 0 1 0 11',
  },
  volumeLow: { line: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6' },
  volumeOff: { line: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5' },
  settings: { line: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4' },
  pictureInPicture: {
    line: 'M20 10V6.5A1.5 1.5 0 0 0 18.5 5h-13A1.5 1.5 0 0 0 4 6.5v11A1.5 1.5 0 0 0 5.5 19H10M13 13.5h7.5V19H13z',
  },
  airPlay: {
    line: 'M7 16.5H5.5A1.5 1.5 0 0 1 4 15V6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5V15a1.5 1.5 0 0 1-1.5 1.5H17M12 14.5l4.5 5h-9z',
  },
  cast: {
    line: 'M4 8.5v-2A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5H14M4 12a7 7 0 0 1 7 7M4 15.5A3.5 3.5 0 0 1 7.5 19M4 19h.01',
  },
  enterFullscreen: { line: 'M4 9V4.5h4.5M15.5 4.5H20V9M20 15v4.5h-4.5M8.5 19.5H4V15' },
  exitFullscreen: { line: 'M8.5 4.5V9H4M20 9h-4.5V4.5M15.5 19.5V15H20M4 15h4.5v4.5' },
  check: { line: 'M5 12.5l4.5 4.5L19 7.5' },
  forward: { line: 'M9.5 6l6 6-6 6' },
  back: { line: 'M14.5 6l-6 6 6 6' },
  seekBack: { line: 'M4 13a8 8 0 1 0 8-8H8.5M11.5 2l-3 3 3 3', text: '10' },
  seekForward: { line: 'M20 13a8 8 0 1 1-8-8h3.5M12.5 2l3 3-3 3', text: '10' },
  music: {
    line: 'M9 17.5V6l10-2v11.5M9 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 15.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  },
  lock: { line: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3' },
  screens: { line: 'M3.5 5.5h13v9h-13zM7.5 18h5M19 9.5h1.5v9H15' },
  missing: { line: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.2 15.2L20 20' },
  clock: { line: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2' },
  bin: { line: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.3 11v5M13.7 11v5' },
  globe: {
    line: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM4 12h16M12 4c2.5 2.3 3.5 5 3.5 8s-1 5.7-3.5 8c-2.5-2.3-3.5-5-3.5-8S9.5 6.3 12 4z',
  },
  offline: {
    line: 'M3.5 9.5A13 13 0 0 1 8 6.7M12.5 5.8a13 13 0 0 1 8 3.7M6.5 13a8.5 8.5 0 0 1 3.5-2.2M14.5 10.9a8.5 8.5 0 0 1 3 2.1M9.7 16.3a4 4 0 0 1 4.6 0M12 19.5h.01M4 4l16 16',
  },
  warning: { line: 'M12 4.5L3.5 19.5h17zM12 10v4.5M12 17h.01' },
} as const satisfies Record<string, { fill: string } | { line: string; text?: string }>;

export type IconName = keyof typeof ICONS;

export function createIcon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  const shape: { fill?: string; line?: string; text?: string } = ICONS[name];
  path.setAttribute('d', shape.fill ?? shape.line ?? '');
  path.setAttribute('class', shape.fill ? 'fill' : 'line');
  svg.append(path);
  if (shape.text !== undefined) svg.append(createIconText(shape.text));
  return svg;
}

function createIconText(content: string): SVGTextElement {
  const text = document.createElementNS(SVG, 'text');
  text.setAttribute('x', '12');
  text.setAttribute('y', '15.6');
  text.textContent = content;
  return text;
}

/** Shows another icon in a button, changing the document only when needed. */
export function setIcon(element: HTMLElement, name: IconName): void {
  if (element.dataset.icon === name) return;
  element.dataset.icon = name;
  element.replaceChildren(createIcon(name));
}
