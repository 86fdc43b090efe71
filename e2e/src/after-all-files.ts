import { AsyncResource } from 'node:async_hooks';
import { after } from 'node:test';

/** As `after`, but for all files that run in this process, and not for the one that calls it. */
export function afterAllFiles(end: () => Promise<void>): void {
  // node:test finds the test that a hook belongs to by what has triggered the call.
  const root = new AsyncResource('the process of tests', { triggerAsyncId: 1 });
  root.runInAsyncScope(() => after(end));
}
