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
  c: { type: 'toggleCaptions' },
};

function toLetter({ key, code }: Key): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  if (/^[\x20-\x7e]$/.test(key)) return null;
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
}

function toDigit({ key, code, shiftKey }: Key): number | null {
  if (/^[0-9]$/.test(key)) return Number(key);
  const placeDigit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  const typesAscii = /^[\x20-\x7e]$/.test(key) || key.length > 1;
  return placeDigit !== undefined && !shiftKey && !typesAscii ? Number(placeDigit) : null;
}

function toSpeedStep({ key, code, shiftKey }: Key): 1 | -1 | null {
  const places: Record<string, 1 | -1> = { Comma: -1, Period: 1 };
  if (key === '<') return -1;
  if (key === '>') return 1;
  return shiftKey && !/^[\x20-\x7e]$/.test(key) ? (places[code] ?? null) : null;
}

/**
 * Returns the request of a key, null when it is not the player's. Keys with Ctrl, Alt or Meta never
 * are.
 */
export function toKeyRequest(key: Key): PlayerRequest | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  const step = toSpeedStep(key);
  if (step) return { type: 'stepRate', direction: step };
  const digit = toDigit(key);
  if (digit !== null) return { type: 'seekToFraction', fraction: digit / 10 };
  const letter = toLetter(key);
  if (letter !== null) return key.shiftKey ? null : (LETTERS[letter] ?? null);
  return NAMED_KEYS[key.key] ?? null;
}
