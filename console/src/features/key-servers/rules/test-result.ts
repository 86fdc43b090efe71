import type { KeyServerTest } from '@kinora/contract/key-servers';
import { type Check, CHECKS } from './checks.ts';

/** A result in which the playback endpoint failed these checks. */
export function testResult(...failed: Check[]): KeyServerTest {
  const side = (isPassed: boolean) => ({ isPassed, expected: '', actual: '' });
  const tests = CHECKS.map((check) => {
    const isPassed = !failed.includes(check);
    return [check, { isPassed, encoding: side(true), playback: side(isPassed) }];
  });
  return {
    isPassed: failed.length === 0,
    tests: Object.fromEntries(tests) as KeyServerTest['tests'],
  };
}
