/** A page may be busy for so long and still draw and answer at once. */
const SLICE_MS = 8;

type WithYield = { scheduler?: { yield?: () => Promise<void> } };

/** Works through a long list, and lets the browser draw and answer in between. */
export async function workInSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    work(item);
    if (performance.now() < end) continue;
    await waitForTask();
    end = performance.now() + SLICE_MS;
  }
}

/** Safari has no `scheduler.yield`. */
export function waitForTask(): Promise<void> {
  const { scheduler } = globalThis as WithYield;
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
