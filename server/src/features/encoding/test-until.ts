import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds; machines that run tests are shared. */
const patience = 240;

export async function eventually(
  what: string,
  holds: () => Promise<boolean> | boolean,
  seconds = patience,
): Promise<void> {
  for (let tries = 0; tries < seconds * 20; tries += 1) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`waited in vain: ${what}`);
}
