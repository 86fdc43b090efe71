import { inspect } from 'node:util';

/**
 * A node:test reporter for `test-files.mjs`: one JSON line per test, `{name, outcome, durationMs,
 * error?}`, where name is the path of titles and outcome is passed, failed or skipped.
 */
export default async function* report(events) {
  const titles = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      titles.length = data.nesting;
      titles.push(data.name);
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (!countsAsTest(type, data)) continue;
    const name = [...titles.slice(0, data.nesting), data.name].join(' › ');
    const line = { name, outcome: outcomeOf(type, data), durationMs: data.details.duration_ms };
    const error = line.outcome === 'failed' ? { error: describe(data.details.error) } : {};
    yield `${JSON.stringify({ ...line, ...error })}\n`;
  }
}

// A suite is not a test; but one whose own hook fails must not be lost.
function countsAsTest(type, data) {
  const failsByItself = type === 'test:fail' && !isOnlySubtests(data.details.error);
  if (type === 'test:fail') return failsByItself;
  return data.details.type !== 'suite';
}

function isOnlySubtests(error) {
  return error?.failureType === 'subtestsFailed';
}

function outcomeOf(type, data) {
  if (data.skip !== undefined) return 'skipped';
  if (data.todo !== undefined) return 'skipped';
  return type === 'test:pass' ? 'passed' : 'failed';
}

function describe(error) {
  return inspect(error?.cause ?? error, { colors: false, depth: 6 });
}
