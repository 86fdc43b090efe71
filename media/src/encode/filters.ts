import { type Colour, hasAlpha, toEncodedColour } from '../probe/colour.ts';
import type { VideoSource } from '../probe/source-probe.ts';

type Size = { width: number; height: number };

/** The parts of a source that its frames are normalised by. */
export type FrameFormat = Pick<
  VideoSource,
  | 'codedWidth'
  | 'codedHeight'
  | 'rotation'
  | 'interlaced'
  | 'transfer'
  | 'pixelFormat'
  | 'colour'
  | 'changesSize'
>;

/**
 * Builds filters that normalise every source: a constant size though the source's may change
 * midway, whole frames, nothing transparent, limited range in SDR, and `getFrameColour` said of
 * each frame. `maxSize` bounds the size at which HDR is mapped.
 */
export function buildNormalisingFilters(
  source: FrameFormat,
  canToneMap: boolean,
  maxSize: Size,
): string[] {
  return [
    ...buildSizeFilters(source),
    // Players would show the colours that editors leave behind transparent parts: black is there.
    ...(hasAlpha(source.pixelFormat) ? ['premultiply=inplace=1'] : []),
    ...buildRangeFilters(source),
    // Only frames that are marked as interlaced are changed; it halves the time base.
    ...(source.interlaced ? ['bwdif=mode=send_frame:parity=auto:deint=interlaced'] : []),
    ...(canToneMap && source.transfer !== 'sdr' ? buildToneMapping(source.transfer, maxSize) : []),
    ...buildColourStamp(getFrameColour(source, canToneMap)),
  ];
}

/** Returns the colour of normalised frames; null where an earlier build stored the source. */
export function getFrameColour(
  { colour, transfer }: Pick<VideoSource, 'colour' | 'transfer'>,
  canToneMap: boolean,
): Colour | null {
  return colour ? toEncodedColour(colour, canToneMap && transfer !== 'sdr') : null;
}

/** Builds the filter that states a colour on frames, from where encoders take it. */
export function buildColourStamp(colour: Colour | null): string[] {
  if (!colour) return [];
  const { matrix, primaries, transfer, range } = colour;
  return [
    `setparams=colorspace=${matrix}:color_primaries=${primaries}:color_trc=${transfer}:range=${range}`,
  ];
}

/** Returns the name that ffmpeg's `scale` has for a matrix. */
export function toScaleMatrix(matrix: Colour['matrix']): string {
  switch (matrix) {
    case 'bt470bg':
    case 'smpte170m':
      return 'bt601';
    case 'bt2020nc':
    case 'bt2020c':
      return 'bt2020';
    case 'fcc':
    case 'smpte240m':
      return matrix;
    // The filter can't convert YCgCo, and doesn't name RGB.
    case 'bt709':
    case 'ycgco':
    case 'gbr':
      return 'bt709';
  }
}

/** Options of `scale` for JPEG, which is always BT.601 in full range. */
export const JPEG_COLOUR = 'out_color_matrix=bt601:out_range=pc';
/** The same of frames that something is still drawn on, and of these when that is done. */
export const SD_COLOUR = 'out_color_matrix=bt601:out_range=tv';
export const SD_TO_JPEG = `in_color_matrix=bt601:in_range=tv:${JPEG_COLOUR}`;

function buildSizeFilters(source: FrameFormat): string[] {
  // Frames are turned before the first filter, so the coded size is already turned here.
  const isTurned = source.rotation % 180 !== 0;
  const width = isTurned ? source.codedHeight : source.codedWidth;
  const height = isTurned ? source.codedWidth : source.codedHeight;
  if (!source.changesSize) return [`scale=${width}:${height}`];
  return [
    `scale=w=trunc(min(${width}\\,${height}*dar)/2)*2:h=trunc(min(${height}\\,${width}/dar)/2)*2:eval=frame`,
    `pad=${width}:${height}:-1:-1:eval=frame`,
    'setsar=1',
  ];
}

/** Converts RGB and full range to YUV in limited range. */
function buildRangeFilters({ colour, pixelFormat }: FrameFormat): string[] {
  if (!colour || colour.range === 'tv') return [];
  const from = toScaleMatrix(colour.matrix);
  const to = toScaleMatrix(toEncodedColour(colour, false).matrix);
  const isDeep = /p(?:9|1\d|01)|48|64|gray1|x2/.test(pixelFormat);
  const formats = ['420', '422', '444'].map((form) => `yuv${form}p${isDeep ? '10le' : ''}`);
  return [
    `scale=in_color_matrix=${from}:in_range=pc:out_color_matrix=${to}:out_range=tv`,
    `format=${formats.join('|')}`,
  ];
}

/** Maps PQ or HLG to BT.709. The input is stated, because files leave out primaries or matrix. */
function buildToneMapping(transfer: 'pq' | 'hlg', size: Size): string[] {
  const transferIn = transfer === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    `scale=${size.width}:${size.height}`,
    'format=yuv420p10le',
    `setparams=color_trc=${transferIn}:color_primaries=bt2020:colorspace=bt2020nc:range=tv`,
    'zscale=t=linear:npl=100',
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ];
}

/** Writes a number of seconds in plain digits, as filters need it. */
export function toDecimal(seconds: number): string {
  return seconds.toFixed(9);
}
