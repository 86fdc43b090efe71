import type { KeyServerTest } from '@kinora/contract/key-servers';

export type Check = keyof KeyServerTest['tests'];
export type Side = 'encoding' | 'playback';
export const SIDES: readonly Side[] = ['encoding', 'playback'];

/** As one looks for a fault: whether it answers, what it answers, whether it answers the same again. */
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

const WORDS = [
  ...(['same_key', 'other_key', 'no_key'] as const),
  ...(['timeout', 'refused', 'redirects', 'too_large', 'unreachable'] as const),
] as const;

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
      actual: readValue(check, found[side].actual),
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
