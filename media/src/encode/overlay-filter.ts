import type { OverlayPosition } from '@kinora/contract/overlay-presets';
import type { Colour } from '../probe/colour.ts';
import { toScaleMatrix } from './filters.ts';

/** An image to burn in: the settings of an overlay preset, and the PNG's own size. */
export type Overlay = {
  imageWidth: number;
  imageHeight: number;
  position: OverlayPosition;
  /** width of the image, of the frame's width */
  sizePercent: number;
  opacityPercent: number;
  /** between the image and the frame's edge, of the frame's width */
  marginPercent: number;
};

/** The PNG, and its place. */
export type DrawnOverlay = { png: Buffer; place: Overlay };

type Size = { width: number; height: number };
type Place = Size & { x: number; y: number };
/** A frame that is drawn on: its matrix, without which it is taken for HD. */
type Frame = Size & { matrix?: Colour['matrix'] | undefined };

/** Builds arguments of ffmpeg's input for the PNG, which is written to the pipe `fd` of the process. */
export function buildOverlayInput(fd: number): string[] {
  const formats = ['-protocol_whitelist', 'pipe', '-format_whitelist', 'png_pipe'];
  return [...formats, '-codec_whitelist', 'png', '-f', 'png_pipe', '-i', `pipe:${fd}`];
}

/** Splits the image for `count` renditions, as `i0`, `i1`, … on the clock of their frames. */
export function splitOverlay(image: string, timeBase: string, count: number): string {
  const labels = Array.from({ length: count }, (_, n) => `[i${n}]`).join('');
  // With another clock the frames' own would be changed to one that fits both.
  return `[${image}]settb=${timeBase},setpts=0,split=${count}${labels}`;
}

/**
 * Builds a graph that draws the image of the label `image` (`1:0`, or an output of `split` where
 * several renditions are encoded) over the frames of `base`, scaled for this rendition, into the
 * label `out`. Frames stay 4:2:0 in 8 bits, and keep their times and number.
 */
export function buildOverlayGraph(
  overlay: Overlay,
  frame: Frame,
  labels: { image: string; base: string; out: string },
): string {
  const { x, y, width, height } = placeOverlay(overlay, frame);
  const opacity = clamp(overlay.opacityPercent, 0, 100) / 100;
  const scaled = `${labels.out}o`;
  const chain = [
    'format=gbrap',
    // Its colours are scaled weighted by its alpha, else transparent parts shine through as a rim.
    'premultiply=inplace=1',
    `scale=${width}:${height}:flags=bicubic`,
    'unpremultiply=inplace=1',
    'format=rgba',
    `colorchannelmixer=aa=${opacity.toFixed(2)}`,
    `scale=out_color_matrix=${toScaleMatrix(frame.matrix ?? 'bt709')}:out_range=tv`,
    'format=yuva420p',
  ];
  return [
    `[${labels.image}]${chain.join(',')}[${scaled}]`,
    `[${labels.base}][${scaled}]overlay=x=${x}:y=${y}:format=yuv420:eof_action=repeat` +
      `[${labels.out}]`,
  ].join(';');
}

/** Places the image inside the frame and its margins, smaller where it would not fit. */
export function placeOverlay(overlay: Overlay, frame: Size): Place {
  const { imageWidth, imageHeight, position } = overlay;
  const margin = (frame.width * clamp(overlay.marginPercent, 0, 50)) / 100;
  const room = (toSide: number): number => Math.max(2, toSide - 2 * margin);
  const wanted = (frame.width * clamp(overlay.sizePercent, 1, 100)) / 100;
  const aspect = imageHeight / imageWidth;
  const fit = Math.min(1, room(frame.width) / wanted, room(frame.height) / (wanted * aspect));
  const width = toSide(wanted * fit, frame.width);
  const height = toSide(wanted * aspect * fit, frame.height);
  const [column, row] = PLACES[position];
  return {
    width,
    height,
    x: toEvenOffset(column, frame.width - width, margin),
    y: toEvenOffset(row, frame.height - height, margin),
  };
}

/** Column and row of nine: 0 is left or top, 0.5 the middle, 1 right or bottom. */
const PLACES: Readonly<Record<OverlayPosition, readonly [number, number]>> = {
  topLeft: [0, 0],
  top: [0.5, 0],
  topRight: [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  bottomLeft: [0, 1],
  bottom: [0.5, 1],
  bottomRight: [1, 1],
};

/** Makes an offset even, because colour is stored for two by two pixels. */
function toEvenOffset(share: number, room: number, margin: number): number {
  const at = share === 0.5 ? room / 2 : share === 0 ? margin : room - margin;
  return 2 * Math.round(clamp(at, 0, room - (room % 2)) / 2);
}

function toSide(length: number, max: number): number {
  return Math.max(1, Math.min(max, Math.round(length)));
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
