import { importsBelow } from './imports.ts';
import { featureFile, type Rule } from './source.ts';

/** Every process but the worker starts without ffmpeg, and without what only a worker does. */
const LIGHT_START = /^server\/src\/start\/(?!worker\.)[^.]+\.ts$/;
/** An API does this work itself, so that it waits for no worker. */
const SHORT_WORK = 'server/src/app-short-work.ts';
const BROWSER = 'playwright-core';

export const onlyWorkersWork: Rule = (tree) => {
  const starts = [...tree.keys()].filter((path) => LIGHT_START.test(path));
  const imports = importsBelow(tree, starts);
  const importers = new Map<string, string>();
  // The nearest to a start come first.
  for (const { from, target } of imports) {
    if (target && !importers.has(target) && !starts.includes(target)) importers.set(target, from);
  }
  const wayTo = (path: string): string => {
    const importer = importers.get(path);
    return importer ? `${wayTo(importer)} → ${path}` : path;
  };
  return imports.flatMap(({ from, line, target }) => {
    if (!target || isOpenTo(from, target)) return [];
    const message = `only a worker loads media and what work.ts does, others know its jobs.ts: ${wayTo(from)} → ${target}`;
    return [{ path: from, line, message }];
  });
};

function isOpenTo(from: string, target: string): boolean {
  if (target.startsWith('media/')) return from.startsWith('media/');
  return !isWork(target) || isWork(from) || from === SHORT_WORK;
}

function isWork(path: string): boolean {
  return featureFile(path)?.kind === 'work';
}

/** A run has two browsers at once, and nothing beside them in their processes. */
export const browserTestsByName: Rule = (tree) => {
  const tests = [...tree.keys()].filter((path) => /\.test\.(ts|mjs)$/.test(path));
  return tests.flatMap((path) => {
    if (path.endsWith('.browser.test.ts')) return [];
    const found = importsBelow(tree, [path]).find(({ specifier }) => specifier === BROWSER);
    if (!found) return [];
    const message = `it drives a browser, by ${found.from}: a file that does is called *.browser.test.ts`;
    return [{ path, message }];
  });
};
