import { ApiError, toApiError } from './api-error.ts';

// A tab opened before a deployment runs a build whose files are gone from the server. The newer build loads
// with the next page, or at once where nothing would be lost; so does the same build when the tab can't load
// its files any more.

/** The build that this tab runs: the file of its entry is named after all that it imports. */
const findEntry = () => document.querySelector('script[type=module]')?.getAttribute('src') ?? '';
const ENTRY_SCRIPT = /<script[^>]* type="?module"?[^>]* src="([^"]+)"/;

let isOutdated = false;
let isLeaving = false;
let asking: Promise<Server> | undefined;
const keepers = new Set<() => boolean>();

/** Loads that failed once: newer browsers never ask for such a file again. */
const failed = new Set<unknown>();

/** Loads code on demand. Rejects with an ApiError: `outdated`, or `unreachable` for now. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const hasFailed = failed.has(load);
  try {
    return await load();
  } catch (cause) {
    const server = await askServer();
    // Only another document can load it.
    if (server === 'same' && hasFailed && !wasRenewed()) isOutdated = true;
    failed.add(load);
    if (!isOutdated) throw toApiError(cause);
    throw new ApiError({ status: 0, code: 'outdated' }, { cause });
  }
}

/** A failure to load other code on demand also shows that this build is gone. */
export function watchVersion(): void {
  addEventListener('vite:preloadError', () => void askServer());
}

type Server = 'replaced' | 'same' | 'away';

async function askServer(): Promise<Server> {
  asking ??= readBuild();
  const server = await asking;
  asking = undefined;
  isOutdated ||= server === 'replaced';
  return server;
}

/** A file may be out of reach for other reasons: what the server's page begins with decides. */
async function readBuild(): Promise<Server> {
  try {
    const page = await (await fetch('/index.html', { cache: 'no-store' })).text();
    const newest = ENTRY_SCRIPT.exec(page)?.[1];
    if (newest === undefined) return 'away';
    return newest === findEntry() ? 'same' : 'replaced';
  } catch {
    return 'away';
  }
}

/** While `isNeeded` answers true, no new version takes the place of this page by itself. */
export function keepPage(isNeeded: () => boolean): () => void {
  keepers.add(isNeeded);
  return () => keepers.delete(isNeeded);
}

/**
 * Reloads the page if this tab is out of date and nothing would be lost. It does so once per address and
 * build, so that a broken deployment can't cause a loop. Answers whether the page is about to go.
 */
export function loadNewVersion(): boolean {
  if (isLeaving) return true;
  if (!isOutdated || [...keepers].some((isNeeded) => isNeeded())) return false;
  if (wasRenewed()) return false;
  sessionStorage.setItem(nameRenewal(), '1');
  isLeaving = true;
  location.reload();
  return true;
}

const nameRenewal = () => `kinora.renewed ${findEntry()} ${location.href}`;

/** Also where nothing would show that it was tried. */
function wasRenewed(): boolean {
  try {
    return sessionStorage.getItem(nameRenewal()) !== null;
  } catch {
    return true;
  }
}
