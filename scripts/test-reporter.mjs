import { inspect } from 'node:util';

/**
 * A node:test reporter for `test-files.mjs`, one JSON line for each of: `{started: title, depth}` and
 * `{ended: title, depth}` at once, and the result of a test, `{path, outcome, error?}`, where the path
 * lists titles and outcome is passed, failed or skipped.
 */
export default async function* report(events) {
  const titles = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      titles.length = data.nesting;
      titles.push(data.name);
    }
    const line = lineOf(type, data, titles);
    if (line) yield `${JSON.stringify(line)}\n`;
  }
}

function lineOf(type, data, titles) {
  switch (type) {
    case 'test:dequeue':
      return { started: data.name, depth: data.nesting };
    case 'test:complete':
      return { ended: data.name, depth: data.nesting };
    case 'test:pass':
      // A suite is not a test.
      return data.details.type === 'suite' ? undefined : resultOf('passed', data, titles);
    case 'test:fail':
      // A parent that fails only because of a test below it is not counted twice.
      if (data.details.error?.failureType === 'subtestsFailed') return undefined;
      return resultOf('failed', data, titles);
    default:
      return undefined;
  }
}

function resultOf(outcome, data, titles) {
  const path = [...titles.slice(0, data.nesting), data.name];
  if (data.skip !== undefined || data.todo !== undefined) return { path, outcome: 'skipped' };
  return outcome === 'passed' ? { path, outcome } : { path, outcome, error: textOf(data) };
}

function textOf({ details: { error } }) {
  return inspect(error?.cause ?? error, { colors: false, depth: 6 });
}
