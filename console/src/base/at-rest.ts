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

/** Says whether the page has settled; parts that aren't needed at first sight are drawn then. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => runAtRest(() => setAtRest(true)), []);
  return isAtRest;
}

/** Looks at the first page this often, in ms, and waits for its pictures through this many looks. */
const LOOK_MS = 100;
const MAX_LOOKS_AT_PICTURES = 10;

/** Begins what waits as soon as the first page stands, its pictures included unless they are late. */
export function watchFirstPage(isLoading: () => boolean): void {
  let looks = 0;
  const hasPictures = () => [...document.images].every(({ complete }) => complete);
  const look = setInterval(() => {
    if (isLoading() || (!hasPictures() && looks++ < MAX_LOOKS_AT_PICTURES)) return;
    clearInterval(look);
    for (const task of waiting ?? []) runWhenIdle(task);
    waiting = undefined;
  }, LOOK_MS);
}
