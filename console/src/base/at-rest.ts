// Code that may be needed later must not compete with the code that the page needs to stand.

import { useEffect, useState } from 'react';

type Task = () => void;

let waiting: Task[] | undefined = [];

// Safari has none before 26.
const runWhenIdle = (task: Task) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(task) : setTimeout(task, 200);

/** Runs `task` when the page stands and the browser has nothing else to do. */
export function runAtRest(task: Task): void {
  if (waiting === undefined) runWhenIdle(task);
  else waiting.push(task);
}

/** Says whether the page has stood: what nobody needs at first sight is drawn then. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => runAtRest(() => setAtRest(true)), []);
  return isAtRest;
}

/** Begins what waits as soon as the first page stands. */
export function watchFirstPage(isLoading: () => boolean): void {
  const look = setInterval(() => {
    if (isLoading()) return;
    clearInterval(look);
    for (const task of waiting ?? []) runWhenIdle(task);
    waiting = undefined;
  }, 100);
}
