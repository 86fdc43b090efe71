import type { MediaTools } from '../cage/tools.ts';
import { type AudioSourceFile, measureLoudness } from './loudness.ts';

/** A picture of three bytes a pixel: red, green and blue. */
export type RawPicture = { width: number; height: number; pixels: Buffer };

const WIDTH = 1280;
const HEIGHT = 720;
const SIDE_MARGIN = 64;
// So wide that the smallest cover, a quarter of this, still shows gaps.
const PITCH = 16;
const BAR_WIDTH = 10;
const BARS = (WIDTH - 2 * SIDE_MARGIN) / PITCH;
const MIN_BAR_HEIGHT = 8;
const MAX_BAR_HEIGHT = 0.7 * HEIGHT;
/** The colours of the console's navigation and of the product's mark (tokens.css). */
const GROUND = [0x10, 0x14, 0x1f];
const BAR = [0xf5, 0xa5, 0x24];
// Softer throughout is next to silence (-60 dB of full scale), and is not made to look loud.
const SOFTEST_PEAK = 0.001;

/**
 * Draws the loudness of a source's audio over time as bars, the loudest of the same height whatever
 * the source; silence is a row of dots. Null when nothing can be decoded. Rejects only when aborted
 * or when no process can be started.
 */
export async function drawWaveform(
  tools: MediaTools,
  path: string,
  probe: AudioSourceFile,
  signal?: AbortSignal,
): Promise<RawPicture | null> {
  const levels = await measureLoudness(tools, path, probe, BARS, signal);
  return levels && drawBars(levels);
}

function drawBars(levels: readonly number[]): RawPicture {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, Buffer.from(GROUND));
  const loudest = Math.max(SOFTEST_PEAK, ...levels);
  const bar = Buffer.alloc(BAR_WIDTH * 3, Buffer.from(BAR));
  for (const [n, level] of levels.entries()) {
    const wanted = Math.max(MIN_BAR_HEIGHT, (level / loudest) * MAX_BAR_HEIGHT);
    const half = Math.round(wanted / 2);
    const left = SIDE_MARGIN + n * PITCH + (PITCH - BAR_WIDTH) / 2;
    for (let y = HEIGHT / 2 - half; y < HEIGHT / 2 + half; y++)
      bar.copy(pixels, (y * WIDTH + left) * 3);
  }
  return { width: WIDTH, height: HEIGHT, pixels };
}
