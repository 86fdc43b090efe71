import type { QueryClient } from '@tanstack/react-query';
import { createBrowserHistory, type BlockerFn } from '@tanstack/history';
import type { ComponentType } from 'react';
import { loadNewVersion, loadPart } from '../new-version.ts';
import { createStore } from '../store.ts';
import {
  addWays,
  type Address,
  findRoute,
  toHref,
  listLeaves,
  NotFound,
  Redirect,
  type Route,
  type Target,
} from './route.ts';

/** One level of the shown page, or the reason why there is none. */
export type ShownPage = { Page: ComponentType } | { error: unknown };

/** An address with its pages, from the outermost to the innermost. */
export type Shown = {
  address: Address;
  /** Names the entry in the browser's history. */
  entry: string;
  data: object;
  pages: readonly ShownPage[];
  /** Says where the window's content goes: as it was, to its begin, or where it was at that entry. */
  scroll: 'keep' | 'start' | 'restore';
};

type State = { shown: Shown | undefined; isLoading: boolean };
type Place = Parameters<typeof findRoute>[1];
type Options = { routes: readonly Route[]; queryClient: QueryClient };
type Scroll = Shown['scroll'];

const history = createBrowserHistory();
const store = createStore<State>({ shown: undefined, isLoading: false });
let leaves: ReturnType<typeof listLeaves> = [];
let queryClient: QueryClient;
let latest = 0;
let opening = Promise.resolve();

export const { get: getState, subscribe } = store;

const update = (change: Partial<State>) => store.set({ ...getState(), ...change });

/**
 * Opens the address of the window, and from then on each one that it gets. Once in a document.
 * Resolves when the first page can be drawn.
 */
export function startNavigation(options: Options): Promise<void> {
  leaves = listLeaves(options.routes);
  queryClient = options.queryClient;
  history.subscribe(({ action, location }) => {
    const isNew = action.type === 'PUSH' || action.type === 'REPLACE';
    const scrollOfNew = 'keepsScroll' in location.state ? 'keep' : 'start';
    opening = open(isNew ? scrollOfNew : 'restore');
  });
  opening = open('restore');
  return opening;
}

type Move = Target & {
  replace?: boolean;
  /** Leave without asking, as after a save. */
  ignoreBlocker?: boolean;
  keepScroll?: boolean;
};

/** Goes to another address. Resolves when its page is shown, or another one in its place. */
export function navigate(move: Move): Promise<void> {
  const { replace = false, ignoreBlocker = false, keepScroll = false } = move;
  // One is on the way elsewhere, and saves before: the page that follows a save stays unseen.
  if (ignoreBlocker && isAsking) return opening;
  const href = toHref(move);
  // Browsers do the same with a link to the page itself.
  const go = replace || href === history.location.href ? history.replace : history.push;
  go(href, keepScroll ? { keepsScroll: true } : {}, { ignoreBlocker });
  return opening;
}

/** The address of the window, which may be one whose page still loads. */
export function getAddress(): Address {
  return findRoute(leaves, history.location).address;
}

/** Opens the address of the window once more, as after a failure. */
export function reopen(): void {
  opening = open('keep');
}

let isAsking = false;

/** Asks before the address changes, and before the tab is closed. Returns what ends that. */
export function blockNavigation(
  isKept: (change: Parameters<BlockerFn>[0]) => Promise<boolean>,
): () => void {
  const blockerFn: BlockerFn = async (change) => {
    isAsking = true;
    try {
      return await isKept(change);
    } finally {
      isAsking = false;
    }
  };
  return history.block({ blockerFn, enableBeforeUnload: true });
}

let intent: { href: string; end: AbortController } | undefined;

/** A pointer or focus that rests this long may be followed by a click, in ms. */
const INTENT_MS = 50;

/**
 * Begins to load what an address needs, once, until `stopPreload`. Data is not asked for after that:
 * what the address shows may have been deleted while its code came.
 */
export function preloadSoon(href: string): void {
  if (intent?.href === href) return;
  stopPreload();
  const end = new AbortController();
  intent = { href, end };
  setTimeout(() => void preload(href, end.signal), INTENT_MS);
}

export function stopPreload(): void {
  intent?.end.abort();
  intent = undefined;
}

async function preload(href: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { chain, address } = await findWay(new URL(href, location.origin));
  for (const route of chain) {
    route.page?.().catch(() => undefined);
    void route.prefetch?.({ queryClient, address }, signal);
  }
}

/** Finds the way to an address; some of its routes may have to load first. */
async function findWay(place: Place): Promise<ReturnType<typeof findRoute>> {
  for (;;) {
    const found = findRoute(leaves, place);
    const last = found.chain.at(-1);
    if (last?.more === undefined) return found;
    for (const { page } of found.chain) page?.().catch(() => undefined);
    try {
      leaves = addWays(leaves, last, await loadPart(last.more));
    } catch (error) {
      const enter = () => {
        throw error;
      };
      return { ...found, chain: [...found.chain.slice(0, -1), { path: '', enter }] };
    }
  }
}

async function open(scroll: Scroll): Promise<void> {
  latest += 1;
  // A link that goes away with its page tells of no leaving.
  stopPreload();
  const own = latest;
  const entry = history.location.state.key ?? '';
  const opened = getAddress();
  const before = getState().shown;
  // A blocked "back" came here again, or one went back before the next page was there.
  if (before?.entry === entry && before.address.href === opened.href && scroll === 'restore') {
    return update({ isLoading: false });
  }
  if (before !== undefined && before.address.path !== opened.path) {
    // The window has the new address before its page is loaded from there.
    history.flush();
    loadNewVersion();
  }
  update({ isLoading: true });
  const { chain, address } = await findWay(history.location);
  if (own !== latest) return opening;
  const found = await openPages(chain, address);
  if (own !== latest) return opening;
  if (found instanceof Redirect) {
    return navigate({ to: found.href, replace: true, ignoreBlocker: true });
  }
  update({ isLoading: false, shown: { address, entry, scroll, ...found } });
}

/**
 * A document's first page and its data are requested together, and the data mostly arrives before the code.
 * Waiting this long after the code, in ms, lets the page be drawn just once.
 */
const FIRST_WAIT_MS = 200;

/** Loads the pages of a way while its routes let the person in one after the other. */
async function openPages(
  chain: readonly Route[],
  address: Address,
): Promise<Pick<Shown, 'data' | 'pages'> | Redirect> {
  const loading = chain.flatMap(({ page }) => (page ? [loadPage(page)] : []));
  let data = {};
  for (const [n, route] of chain.entries()) {
    try {
      data = { ...data, ...(await route.enter?.({ queryClient, address })) };
    } catch (error) {
      if (error instanceof Redirect) return error;
      const above = chain.slice(0, error instanceof NotFound ? 0 : n).filter(({ page }) => page);
      return { data, pages: [...(await Promise.all(loading.slice(0, above.length))), { error }] };
    }
  }
  const fetching = chain.flatMap((route) => route.prefetch?.({ queryClient, address }) ?? []);
  const pages = await Promise.all(loading);
  if (getState().shown === undefined) {
    await Promise.race([Promise.all(fetching), new Promise((go) => setTimeout(go, FIRST_WAIT_MS))]);
  }
  return { data, pages: pages.length > 0 ? pages : [{ error: new NotFound() }] };
}

const shownPages = new WeakMap<ComponentType, ShownPage>();

/** One object a page, so that what shows it need not be drawn again as others change. */
async function loadPage(page: () => Promise<ComponentType>): Promise<ShownPage> {
  try {
    const Page = await page();
    const known = shownPages.get(Page) ?? { Page };
    shownPages.set(Page, known);
    return known;
  } catch (error) {
    return { error };
  }
}
