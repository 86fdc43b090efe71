import type { PlayerRequest } from './requests.ts';

export type Key = {
  readonly key: string;
  readonly code: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
};

const NAMED_KEYS: Readonly<Record<string, PlayerRequest>> = {
  ' ': { type: 'togglePlay' },
  ArrowLeft: { type: 'seekBy', deltaSec: -5 },
  ArrowRight: { type: 'seekBy', deltaSec: 5 },
  ArrowUp: { type: 'changeVolume', delta: 0.05 },
  ArrowDown: { type: 'changeVolume', delta: -0.05 },
  Home: { type: 'seekToFraction', fraction: 0 },
  End: { type: 'seekToFraction', fraction: 1 },
};

// Letters are matched by their place on the keyboard too: on a Thai layout the key of "k" types
// "า".
const LETTERS: Readonly<Record<string, PlayerRequest>> = {
  k: { type: 'togglePlay' },
  j: { type: 'seekBy', deltaSec: -10 },
  l: { type: 'seekBy', deltaSec: 10 },
  m: { type: 'toggleMute' },
  f: { type: 'toggleFullscreen' },
  i: { type: 'togglePictureInPicture' },
  c: { type: 'toggleCaptions' },
};

function toLetter({ key, code }: Key): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  if (/^[\x20-\x7e]$/.test(key)) return null;
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
}

// Keys of digits that type another ASCII character without shift: on a Thai layout alone.
const THAI_DIGITS: Readonly<Record<string, number>> = { '/ Digit2': 2, '- Digit3': 3 };

function toDigit({ key, code, shiftKey }: Key): number | null {
  if (/^[0-9]$/.test(key)) return Number(key);
  const thaiDigit = THAI_DIGITS[`${key} ${code}`];
  if (thaiDigit !== undefined) return thaiDigit;
  const placeDigit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  const typesAscii = /^[\x20-\x7e]$/.test(key) || key.length > 1;
  return placeDigit !== undefined && !shiftKey && !typesAscii ? Number(placeDigit) : null;
}

const MARKS: Readonly<Record<string, PlayerRequest>> = {
  '<': { type: 'stepRate', direction: -1 },
  '>': { type: 'stepRate', direction: 1 },
  ',': { type: 'stepFrame', direction: -1 },
  '.': { type: 'stepFrame', direction: 1 },
};
const MARK_PLACES: Readonly<Record<string, readonly [string, string]>> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
};

/** Returns the mark that a key types on a Latin keyboard, which a Thai one writes on its keys as well. */
function toMark({ key, code, shiftKey }: Key): string | null {
  if (/^[\x20-\x7e]$/.test(key)) return key;
  return MARK_PLACES[code]?.[shiftKey ? 1 : 0] ?? null;
}

/** Says whether a key asks for the list of keys. */
export function asksForKeys(key: Key): boolean {
  return !key.ctrlKey && !key.altKey && !key.metaKey && toMark(key) === '?';
}

/**
 * Returns the request of a key, null when it is not the player's. Keys with Ctrl, Alt or Meta never
 * are.
 */
export function toKeyRequest(key: Key): PlayerRequest | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  const mark = toMark(key);
  if (mark !== null && MARKS[mark]) return MARKS[mark];
  const digit = toDigit(key);
  if (digit !== null) return { type: 'seekToFraction', fraction: digit / 10 };
  const letter = toLetter(key);
  if (letter !== null) return key.shiftKey ? null : (LETTERS[letter] ?? null);
  return NAMED_KEYS[key.key] ?? null;
}
