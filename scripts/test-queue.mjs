// Which test files share a process, and when each of them runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The guess for files without a record. */
const GUESS = { seconds: 3, cpuSeconds: 2 };
const BROWSER_GUESS = { seconds: 30, cpuSeconds: 25 };
/** For such a file, loading its imports takes little of the time. */
const LONG_SECONDS = 8;
const BUNDLE_SECONDS = 40;
/** The share of a core that may stay idle before another file is started. */
const SPARE = 0.25;
/**
 * The least share of a core to reserve. A busy machine gives a file less than it could use, so records may be
 * too low.
 */
const LEAST_SHARE = 0.5;
const LEAST_BROWSER_SHARE = 1;
const AT_ONCE = 5;
const BROWSERS_AT_ONCE = 2;
const ALONE = /^\/\/ alone: ./m;
const PRODUCT = 'e2e files on one product';

/**
 * Puts files into bundles, each for a process: by root folder those that take seconds, and those that
 * share a product. Others that drive a browser, take long or say `// alone: why` are by themselves. A
 * short run has small bundles, as they would only keep its files from running side by side.
 *
 * @param {{file: string, inBrowser: boolean}[]} files in the order of their names
 * @returns {{files: string[], inBrowser: boolean, seconds: number, share: number}[]} `share`: of a core
 */
export function planBundles(root, files, times, cores) {
  const known = files.map((found) => {
    const took = times[found.file] ?? (found.inBrowser ? BROWSER_GUESS : GUESS);
    return { ...found, ...took, group: findGroup(root, { ...found, ...took }) };
  });
  const max = Math.min(BUNDLE_SECONDS, sumOf(known, 'seconds') / (4 * cores));
  const bundles = spread(
    known.filter(({ group }) => group === PRODUCT),
    BROWSERS_AT_ONCE,
  );
  const open = new Map();
  for (const each of known) {
    if (each.group === PRODUCT) continue;
    const members = open.get(each.group);
    if (members && sumOf(members, 'seconds') + each.seconds <= max) {
      members.push(each);
      continue;
    }
    bundles.push([each]);
    if (each.group !== null) open.set(each.group, bundles.at(-1));
  }
  return bundles.map(toBundle);
}

/** Lists of about the same length, none of them empty. */
function spread(files, count) {
  const lists = Array.from({ length: Math.min(count, files.length) }, () => []);
  for (const each of files.toSorted((a, b) => b.seconds - a.seconds)) {
    lists.toSorted((a, b) => sumOf(a, 'seconds') - sumOf(b, 'seconds'))[0].push(each);
  }
  return lists;
}

/** Names the group of files with which a file may share a process; null when it may not. */
function findGroup(root, { file, inBrowser, seconds }) {
  const text = readFileSync(join(root, file), 'utf8');
  if (ALONE.test(text)) return null;
  // With this call the files of a process share one product, with a team each.
  if (inBrowser && /\bstartForTests\(/.test(text)) return PRODUCT;
  return inBrowser || seconds >= LONG_SECONDS ? null : file.split('/', 1)[0];
}

/** The mark of a file that changes or measures its process, followed by the reason. */
export function asksToBeAlone(root, file) {
  return ALONE.test(readFileSync(join(root, file), 'utf8'));
}

function toBundle(members) {
  const seconds = sumOf(members, 'seconds');
  const inBrowser = members.some((member) => member.inBrowser);
  const recorded = sumOf(members, 'cpuSeconds') / Math.max(seconds, 0.1);
  return {
    files: members.map(({ file }) => file),
    inBrowser,
    seconds,
    share: Math.max(inBrowser ? LEAST_BROWSER_SHARE : LEAST_SHARE, recorded),
  };
}

/**
 * Runs all, longest first, as many at once as the cores are busy with.
 *
 * @param {(bundle: Bundle) => Promise<void>} run
 */
export async function runQueue(bundles, cores, run) {
  const waiting = bundles.toSorted((a, b) => b.seconds - a.seconds);
  const running = new Map();
  const runToEnd = async (bundle) => {
    await run(bundle);
    running.delete(bundle);
  };
  while (waiting.length > 0 || running.size > 0) {
    const next = takeNext(waiting, [...running.keys()], cores);
    if (next) running.set(next, runToEnd(next));
    else await Promise.race(running.values());
  }
}

function takeNext(waiting, running, cores) {
  const isFull = running.length >= AT_ONCE || sumOf(running, 'share') > cores - SPARE;
  if (isFull && running.length > 0) return undefined;
  const mayBrowse = running.filter(({ inBrowser }) => inBrowser).length < BROWSERS_AT_ONCE;
  const at = waiting.findIndex(({ inBrowser }) => mayBrowse || !inBrowser);
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
}

function sumOf(list, name) {
  return list.reduce((sum, each) => sum + each[name], 0);
}
