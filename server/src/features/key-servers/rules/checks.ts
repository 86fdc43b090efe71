import type { IncomingHttpHeaders } from 'node:http';
import type { KeyServerFailure, KeyServerTest } from '@kinora/contract/key-servers';

/** Holds what a key server answered, whatever it was. */
export type KeyAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
export type Failure = KeyServerFailure;

type Tried = KeyAnswer | { failure: Failure };

/** The first and the second answer of each endpoint to the same token. */
export type KeyAnswers = { encoding: [Tried, Tried]; playback: [Tried, Tried] };

const KEY_BYTES = 16;
const DIRECTIVES = ['private', 'no-cache', 'no-store'];
/** A header that is shown is as long as a person reads. */
const MAX_SHOWN = 200;

type Finding = { expected: string; actual: string; isPassed: boolean };

/** Decisions, section 6: five checks of both endpoints. A call that fails, fails all five. */
export function checkAnswers({ encoding, playback }: KeyAnswers): KeyServerTest {
  const key = keyOf(encoding[0]);
  const check = (find: (answer: KeyAnswer) => Finding) => {
    const sides = { encoding: of(encoding[0], find), playback: of(playback[0], find) };
    return { isPassed: sides.encoding.isPassed && sides.playback.isPassed, ...sides };
  };
  const persisted = {
    encoding: checkPersisted(encoding, key),
    playback: checkPersisted(playback, key),
  };
  const isPersisted = persisted.encoding.isPassed && persisted.playback.isPassed;
  const tests: KeyServerTest['tests'] = {
    cacheControl: check(checkCacheControl),
    contentLength: check(checkLength),
    contentType: check(checkType),
    encryptionKeyPersisted: { isPassed: isPersisted, ...persisted },
    statusCode: check(({ status }) => compare('200', String(status))),
  };
  return { isPassed: Object.values(tests).every(({ isPassed }) => isPassed), tests };
}

/** The key of an answer that is one; null for any other. */
export function keyOf(tried: Tried): Buffer | null {
  if ('failure' in tried || tried.status !== 200) return null;
  return tried.body.length === KEY_BYTES ? tried.body : null;
}

function of(tried: Tried, find: (answer: KeyAnswer) => Finding): Finding {
  if (!('failure' in tried)) return find(tried);
  const { expected } = find({ status: 0, headers: {}, body: Buffer.alloc(0) });
  return { expected, actual: tried.failure, isPassed: false };
}

const compare = (expected: string, actual: string): Finding => ({
  expected,
  actual,
  isPassed: actual === expected,
});

/** Header values hold no line ends; what else can't be seen is not shown. */
const toShown = (header = ''): string =>
  header.slice(0, MAX_SHOWN).replaceAll(/[^\x20-\x7e]/g, '?');

function checkCacheControl({ headers }: KeyAnswer): Finding {
  const given = (headers['cache-control'] ?? '').toLowerCase().split(',');
  const directives = new Set(given.map((one) => one.trim()));
  const isPassed = DIRECTIVES.every((one) => directives.has(one)) && !directives.has('public');
  const actual = toShown(headers['cache-control']);
  return { expected: DIRECTIVES.join(', '), actual, isPassed };
}

function checkLength({ headers, body }: KeyAnswer): Finding {
  const said = headers['content-length'] ?? String(body.length);
  const actual = said === String(body.length) ? said : String(body.length);
  return compare(String(KEY_BYTES), actual);
}

function checkType({ headers }: KeyAnswer): Finding {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return compare('application/octet-stream', toShown(type.trim().toLowerCase()));
}

/** Each answer gives the key that the encoding endpoint gave first. */
function checkPersisted(answers: readonly Tried[], key: Buffer | null): Finding {
  const failed = answers.find((one) => 'failure' in one);
  if (failed) return { expected: 'same_key', actual: failed.failure, isPassed: false };
  const keys = answers.map(keyOf);
  if (key === null || keys.includes(null)) return compare('same_key', 'no_key');
  return compare('same_key', keys.every((one) => one?.equals(key)) ? 'same_key' : 'other_key');
}
