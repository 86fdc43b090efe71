import type { KinoraPlayer } from './kinora-player.ts';
import { createListeners } from './player-js-listeners.ts';
import type { Reply } from './player-js-listeners.ts';
import { parseMessage } from './player-js-message.ts';
import type { Message } from './player-js-message.ts';
import type { Problem } from './problems.ts';

// player.js 0.0.11, https://github.com/embedly/player.js/blob/master/SPEC.rst
const AD_EVENTS = ['adstart', 'adend', 'adskip', 'aderror'];
// The events of ads are our own addition.
const EVENTS = [
  ...'ready play pause ended timeupdate progress seeked error'.split(' '),
  ...AD_EVENTS,
];
const UNDEFINED_ERROR = -1;
const PLAYBACK_NOT_SUPPORTED = 1;
const METHOD_NOT_SUPPORTED = 2;

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** JSON has neither NaN nor Infinity, which a media element says before it knows the length. */
function getDuration({ duration }: KinoraPlayer): number {
  return Number.isFinite(duration) ? duration : 0;
}

const GETTERS = new Map<string, (player: KinoraPlayer) => boolean | number>([
  ['getPaused', (player) => player.paused],
  ['getMuted', (player) => player.muted],
  ['getVolume', (player) => Math.round(player.volume * 100)],
  ['getDuration', getDuration],
  ['getCurrentTime', (player) => player.currentTime],
  ['getLoop', (player) => player.loop],
]);

const SETTERS = new Map<string, (player: KinoraPlayer, value: unknown) => void>([
  ['play', (player) => player.play()],
  ['pause', (player) => player.pause()],
  ['mute', (player) => (player.muted = true)],
  ['unmute', (player) => (player.muted = false)],
  ['setVolume', (player, value) => isNumber(value) && (player.volume = value / 100)],
  ['setCurrentTime', (player, value) => isNumber(value) && (player.currentTime = value)],
  ['setLicenseToken', (player, value) => isToken(value) && (player.licenseToken = value)],
  ['setLoop', (player, value) => typeof value === 'boolean' && (player.loop = value)],
]);

const METHODS = [...SETTERS.keys(), ...GETTERS.keys(), 'addEventListener', 'removeEventListener'];

/**
 * Lets the page around the frame control the player by messages. Messages of other windows with a
 * reference to this one are ignored.
 */
export function speakPlayerJs(player: KinoraPlayer): void {
  if (parent === window) return;
  const listeners = createListeners(EVENTS);
  forwardEvents(player, listeners.emit);
  addEventListener('message', (event) => {
    if (event.source !== parent) return;
    const message = parseMessage(event.data);
    if (!message) return;
    const reply: Reply = (name, value) => send(event.origin, name, value, message.listener);
    answerMessage(player, listeners, message, event.origin, reply);
  });
  const origin = getReferrerOrigin();
  send(origin ?? '*', 'ready', describeReady(origin), null);
}

function answerMessage(
  player: KinoraPlayer,
  listeners: ReturnType<typeof createListeners>,
  { method, value, listener }: Message,
  origin: string,
  reply: Reply,
): void {
  if (method === 'addEventListener') {
    if (!listeners.add(value, listener, reply)) return;
    if (value === 'ready') reply('ready', describeReady(origin));
    // The error may have come before anybody could listen.
    if (value === 'error' && player.problem) reply('error', toError(player.problem));
  } else if (method === 'removeEventListener') listeners.remove(value, listener);
  else if (GETTERS.has(method)) reply(method, GETTERS.get(method)?.(player));
  else if (SETTERS.has(method)) SETTERS.get(method)?.(player, value);
  else listeners.emit('error', { code: METHOD_NOT_SUPPORTED, msg: 'Method not supported' });
}

/** Forwards the player's events. */
function forwardEvents(player: KinoraPlayer, emit: Reply): void {
  const getTimes = () => ({ seconds: player.currentTime, duration: getDuration(player) });
  for (const name of ['play', 'pause', 'ended']) {
    player.addEventListener(`kinora:${name}`, () => emit(name));
  }
  for (const name of ['timeupdate', 'seeked']) {
    player.addEventListener(`kinora:${name}`, () => emit(name, getTimes()));
  }
  for (const name of AD_EVENTS) {
    player.addEventListener(`kinora:${name}`, (event) => {
      emit(name, (event as CustomEvent<Record<string, unknown>>).detail);
    });
  }
  player.addEventListener('kinora:progress', (event) => {
    const { bufferedSec } = (event as CustomEvent<{ bufferedSec: number }>).detail;
    emit('progress', { ...getTimes(), seconds: bufferedSec });
  });
  player.addEventListener('kinora:error', () => {
    if (player.problem) emit('error', toError(player.problem));
  });
}

function toError({ kind }: Problem): { code: number; msg: string } {
  return { code: kind === 'unplayable' ? PLAYBACK_NOT_SUPPORTED : UNDEFINED_ERROR, msg: kind };
}

function describeReady(origin: string | null): object {
  return { src: getAddressFor(origin), events: EVENTS, methods: METHODS };
}

/** Returns the origin of the page that led here, null when its policy hides it. */
function getReferrerOrigin(): string | null {
  return document.referrer === '' ? null : new URL(document.referrer).origin;
}

/**
 * Returns the frame's address, by which clients distinguish frames. Only the page that led here
 * knows its signature: a frame may also navigate itself here, and the page around it is another one
 * then.
 */
function getAddressFor(origin: string | null): string {
  if (origin !== null && origin === getReferrerOrigin()) return location.href;
  const address = new URL(location.href);
  for (const name of new Set(address.searchParams.keys())) {
    if (name.startsWith('x_')) address.searchParams.delete(name);
  }
  return address.href;
}

function send(origin: string, event: string, value: unknown, listener: string | null): void {
  const message = { context: 'player.js', version: '0.0.11', event, value };
  const text = JSON.stringify(listener === null ? message : { ...message, listener });
  // The origin of a sandboxed page can't be named.
  parent.postMessage(text, origin === 'null' ? '*' : origin);
}
