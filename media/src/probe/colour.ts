/**
 * How numbers of a video become colours, by ffmpeg's names: all of it, as players drop a description
 * that leaves something out and guess.
 */
export type Colour = {
  matrix: keyof typeof MATRICES;
  primaries: keyof typeof PRIMARIES;
  transfer: keyof typeof TRANSFERS;
  /** `pc` is full, `tv` limited */
  range: 'tv' | 'pc';
};

/** ITU-T H.273 table 4; `gbr` is RGB. */
export const MATRICES = {
  gbr: 0,
  bt709: 1,
  fcc: 4,
  bt470bg: 5,
  smpte170m: 6,
  smpte240m: 7,
  ycgco: 8,
  bt2020nc: 9,
  bt2020c: 10,
} as const;

/** ITU-T H.273 table 2. */
export const PRIMARIES = {
  bt709: 1,
  bt470m: 4,
  bt470bg: 5,
  smpte170m: 6,
  smpte240m: 7,
  film: 8,
  bt2020: 9,
  smpte428: 10,
  smpte431: 11,
  smpte432: 12,
  ebu3213: 22,
} as const;

/** ITU-T H.273 table 3. */
export const TRANSFERS = {
  bt709: 1,
  bt470m: 4,
  bt470bg: 5,
  smpte170m: 6,
  smpte240m: 7,
  linear: 8,
  log100: 9,
  log316: 10,
  'iec61966-2-4': 11,
  bt1361e: 12,
  'iec61966-2-1': 13,
  'bt2020-10': 14,
  'bt2020-12': 15,
  smpte2084: 16,
  smpte428: 17,
  'arib-std-b67': 18,
} as const;

/** The colour of HD, which every player draws alike. */
export const HD_COLOUR: Colour = {
  matrix: 'bt709',
  primaries: 'bt709',
  transfer: 'bt709',
  range: 'tv',
};

/** The colour that a file states for a video stream, by ffprobe's names; null when not stated. */
export type StatedColour = {
  matrix: string | null;
  primaries: string | null;
  transfer: string | null;
  range: string | null;
  pixelFormat: string;
  codedHeight: number;
};

const RGB = /^(?:0?rgb|0?bgr|gbr|argb|abgr|pal8|x2rgb|x2bgr)/;
const FULL_RANGE = /^(?:yuvj|gray|ya\d)/;

/** True for pixel formats with transparency. */
export function hasAlpha(pixelFormat: string): boolean {
  return /^(?:yuva|rgba|bgra|argb|abgr|gbrap|ya\d|ayuv)/.test(pixelFormat);
}

/**
 * Decides what a source's colour is: as stated, completed by what goes with the stated matrix, or
 * by the size of its frames as players guess it.
 */
export function decideColour(stated: StatedColour): Colour {
  const { pixelFormat } = stated;
  const isRgb = RGB.test(pixelFormat);
  const isFull = isRgb || FULL_RANGE.test(pixelFormat) || stated.range === 'pc';
  const matrix = isRgb ? 'gbr' : (readMatrix(stated) ?? guessMatrix(stated));
  const fitting = isRgb && isWide(stated) ? 'bt2020nc' : matrix;
  return {
    matrix,
    primaries: pick(PRIMARIES, stated.primaries) ?? PRIMARIES_OF[fitting],
    transfer: pick(TRANSFERS, stated.transfer) ?? TRANSFER_OF[fitting],
    range: isFull ? 'pc' : 'tv',
  };
}

function pick<T extends object>(known: T, name: string | null): keyof T | null {
  return name !== null && Object.hasOwn(known, name) ? (name as keyof T) : null;
}

function readMatrix({ matrix }: StatedColour): Colour['matrix'] | null {
  return matrix === 'gbr' ? null : pick(MATRICES, matrix);
}

function isWide({ primaries, transfer }: Pick<StatedColour, 'primaries' | 'transfer'>): boolean {
  return primaries === 'bt2020' || transfer === 'smpte2084' || transfer === 'arib-std-b67';
}

// Chromium and Firefox take lower frames for standard definition (BT.601).
const HD_HEIGHT = 720;

function guessMatrix(stated: StatedColour): Colour['matrix'] {
  if (isWide(stated)) return 'bt2020nc';
  return stated.codedHeight >= HD_HEIGHT ? 'bt709' : 'smpte170m';
}

// BT.601 has one matrix under two names. Chromium takes what it must guess for smpte170m, and would
// change the greens of bt470bg's primaries.
const PRIMARIES_OF: Readonly<Record<Colour['matrix'], Colour['primaries']>> = {
  gbr: 'bt709',
  bt709: 'bt709',
  fcc: 'bt470m',
  bt470bg: 'smpte170m',
  smpte170m: 'smpte170m',
  smpte240m: 'smpte240m',
  ycgco: 'bt709',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
};

// Both systems of BT.601 have the curve of smpte170m; bt470bg would be a display's of 1970.
const TRANSFER_OF: Readonly<Record<Colour['matrix'], Colour['transfer']>> = {
  gbr: 'bt709',
  bt709: 'bt709',
  fcc: 'smpte170m',
  bt470bg: 'smpte170m',
  smpte170m: 'smpte170m',
  smpte240m: 'smpte240m',
  ycgco: 'bt709',
  bt2020nc: 'bt2020-10',
  bt2020c: 'bt2020-10',
};

/**
 * Returns the colour of the encoded renditions: the source's own in limited range, as YUV, and that
 * of HD for HDR that is mapped.
 */
export function toEncodedColour(source: Colour, isToneMapped: boolean): Colour {
  if (isToneMapped) return HD_COLOUR;
  if (source.matrix !== 'gbr') return { ...source, range: 'tv' };
  return { ...source, matrix: isWide(source) ? 'bt2020nc' : 'bt709', range: 'tv' };
}
