import { KEY_SERVER_FAILURES, type KeyServerFailure } from '@kinora/contract/key-server-failures';
import type { KeyServer, KeyServerTest } from '@kinora/contract/key-servers';

export type Check = keyof KeyServerTest['tests'];
export type Side = 'encoding' | 'playback';
export const SIDES: readonly Side[] = ['encoding', 'playback'];

/** In the order in which one looks for a fault: whether it answers, what, and whether it repeats that. */
export const CHECKS: readonly Check[] = [
  'statusCode',
  'contentLength',
  'contentType',
  'cacheControl',
  'encryptionKeyPersisted',
];

/** Says what each check asks for, also while nothing was tested. */
const EXPECTED: Readonly<Record<Check, string>> = {
  statusCode: '200',
  contentLength: '16',
  contentType: 'application/octet-stream',
  cacheControl: 'private, no-cache, no-store',
  encryptionKeyPersisted: 'same_key',
};

const WORDS = [...KEY_SERVER_FAILURES, 'same_key', 'other_key', 'no_key'] as const;

/** A value of a check: one of the API's words, a number of bytes, or text that stands as it came. */
export type Value =
  | { kind: 'word'; word: (typeof WORDS)[number] | 'noHeader' }
  | { kind: 'bytes'; count: number }
  | { kind: 'text'; text: string };

export function readValue(check: Check, value: string): Value {
  const word = WORDS.find((one) => one === value);
  if (word !== undefined) return { kind: 'word', word };
  if (value === '') return { kind: 'word', word: 'noHeader' };
  if (check === 'contentLength' && /^\d+$/.test(value)) {
    return { kind: 'bytes', count: Number(value) };
  }
  return { kind: 'text', text: value };
}

export type CheckState = 'untested' | 'passed' | 'failed';

export type Finding = {
  side: Side;
  state: CheckState;
  expected: Value;
  /** Undefined where nothing came to be looked at. */
  actual: Value | undefined;
};

export type CheckRow = { check: Check; state: CheckState; findings: Finding[] };

const toState = (isPassed: boolean): CheckState => (isPassed ? 'passed' : 'failed');

/** Says why an endpoint gave no answer, which fails all of its checks; undefined for one that answered. */
function findFailure(test: KeyServerTest, side: Side): KeyServerFailure | undefined {
  const { actual } = test.tests.statusCode[side];
  return KEY_SERVER_FAILURES.find((one) => one === actual);
}

/** `side` is undefined where both endpoints, of one host, failed alike; `host` has its port, if it names one. */
export type Cause = { side: Side | undefined; host: string; failure: KeyServerFailure };

/** Tells each cause once that an endpoint gave no answer for. */
export function listCauses({ test, encryption }: Pick<KeyServer, 'test' | 'encryption'>): Cause[] {
  if (test === null) return [];
  const urls: Record<Side, string | null> = {
    encoding: encryption.encodingEncryptionKeyRequestApiEndpoint,
    playback: encryption.playbackEncryptionKeyRequestApiEndpoint,
  };
  const causes = SIDES.flatMap((side) => {
    const [failure, url] = [findFailure(test, side), urls[side]];
    if (failure === undefined || url === null) return [];
    return [{ side, host: new URL(url).host, failure }];
  });
  const [first, second] = causes;
  const isOne = first?.host === second?.host && first?.failure === second?.failure;
  return first && isOne ? [{ ...first, side: undefined }] : causes;
}

/** Says whether no check has anything to compare: no endpoint has answered. */
export function isUnanswered(test: KeyServerTest | null): boolean {
  return test !== null && SIDES.every((side) => findFailure(test, side) !== undefined);
}

/** The five checks, whether tested or not. A test that could not be made fails them all. */
export function listChecks(test: KeyServerTest | null, isBroken = false): CheckRow[] {
  return CHECKS.map((check) => {
    const expected = readValue(check, EXPECTED[check]);
    if (isBroken || test === null) {
      const state = isBroken ? 'failed' : 'untested';
      const findings = SIDES.map((side) => ({ side, state, expected, actual: undefined }) as const);
      return { check, state, findings };
    }
    const found = test.tests[check];
    const findings = SIDES.map((side) => ({
      side,
      state: toState(found[side].isPassed),
      expected: readValue(check, found[side].expected),
      // Its cause stands above the checks, once.
      actual: findFailure(test, side) ? undefined : readValue(check, found[side].actual),
    }));
    return { check, state: toState(found.isPassed), findings };
  });
}

/** Says how many answers of the two endpoints were wrong: up to ten. */
export function countFailures(test: KeyServerTest | null): number {
  if (test === null) return 0;
  return Object.values(test.tests).reduce(
    (count, check) => count + SIDES.filter((side) => !check[side].isPassed).length,
    0,
  );
}
