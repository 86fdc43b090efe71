// The player and the frame talk over a MessageChannel. Both check what they receive: the frame shows content
// by strangers, and the page around it may be anyone's.

/** Says when a break comes. A share of the video is 0 to 1. */
export type AdOffset =
  | { at: 'start' | 'end' }
  | { at: 'time'; sec: number }
  | { at: 'share'; share: number };

export type AdOutcome = 'complete' | 'skip' | 'error';

export type FromFrame =
  | { type: 'ready'; offsets: AdOffset[] }
  /** An ad plays, the `index`th of `count`, counted from 1. */
  | { type: 'started'; index: number; count: number; durationSec: number; canSkip: boolean }
  | { type: 'progress'; timeSec: number }
  /** The code is one of VAST 4.2 §2.3.6.3; 0 where nothing failed. */
  | { type: 'adEnded'; outcome: AdOutcome; code: number }
  /** Nothing more comes of this break. */
  | { type: 'breakEnded' }
  /** The browser forbids playing before the viewer has interacted with the page. */
  | { type: 'blocked' }
  /** The browser lets it play without sound. */
  | { type: 'muted' }
  /** The advertiser's page was opened: the ad waits. */
  | { type: 'visited' }
  | { type: 'key'; key: string; code: string; shiftKey: boolean };

export type Sound = { volume: number; muted: boolean };

export type ToFrame =
  | { type: 'playBreak'; index: number; contentSec: number }
  | { type: 'pause' }
  | { type: 'resume' }
  | ({ type: 'sound' } & Sound)
  | { type: 'fullscreen'; isOn: boolean };

/** Sent once, with the port. */
export type AdSetup = Sound & {
  type: 'kinora-ads';
  tagUrl: string;
  language: 'th' | 'en';
  /** Says where the browser refuses sound, the ad plays without it. */
  mayMute: boolean;
};

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isNumber: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isShort: Check = (value) => typeof value === 'string' && value.length <= 40;

const isOffset: Check = (value) => {
  if (!isFields(value)) return false;
  if (value['at'] === 'time') return isNumber(value['sec']);
  if (value['at'] === 'share') return isNumber(value['share']) && Number(value['share']) <= 1;
  return value['at'] === 'start' || value['at'] === 'end';
};

const FROM_FRAME: Readonly<Record<FromFrame['type'], Readonly<Record<string, Check>>>> = {
  ready: { offsets: (value) => Array.isArray(value) && value.every(isOffset) },
  started: { index: isNumber, count: isNumber, durationSec: isNumber, canSkip: isBoolean },
  progress: { timeSec: isNumber },
  adEnded: {
    outcome: (value) => ['complete', 'skip', 'error'].includes(String(value)),
    code: isNumber,
  },
  breakEnded: {},
  blocked: {},
  muted: {},
  visited: {},
  key: { key: isShort, code: isShort, shiftKey: isBoolean },
};

const TO_FRAME: Readonly<Record<ToFrame['type'], Readonly<Record<string, Check>>>> = {
  playBreak: { index: isNumber, contentSec: isNumber },
  pause: {},
  resume: {},
  sound: { volume: isNumber, muted: isBoolean },
  fullscreen: { isOn: isBoolean },
};

/** Null: it is none of the frame's messages. */
export function parseFromFrame(data: unknown): FromFrame | null {
  return matches(data, FROM_FRAME) ? (data as FromFrame) : null;
}

export function parseToFrame(data: unknown): ToFrame | null {
  return matches(data, TO_FRAME) ? (data as ToFrame) : null;
}

const SETUP: Readonly<Record<string, Check>> = {
  tagUrl: (value) => typeof value === 'string',
  language: (value) => value === 'th' || value === 'en',
  volume: isNumber,
  muted: isBoolean,
  mayMute: isBoolean,
};

export function parseSetup(data: unknown): AdSetup | null {
  return matches(data, { 'kinora-ads': SETUP }) ? (data as AdSetup) : null;
}

function matches(
  data: unknown,
  kinds: Readonly<Record<string, Readonly<Record<string, Check>>>>,
): boolean {
  if (!isFields(data)) return false;
  const { type } = data;
  const checks = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!checks) return false;
  return Object.entries(checks).every(([name, check]) => check(data[name]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
