import type { QueryClient } from '@tanstack/react-query';
import type { LazyPage } from './lazy-page.ts';
import { parseSearch, type RawSearch, stringifySearch } from './search.ts';

/** An address of the console, read by its route. `path` and `href` are as they stand in the browser. */
export type Address = {
  href: string;
  path: string;
  search: RawSearch;
  hash: string;
  params: Record<string, string>;
};

export type Entering = { queryClient: QueryClient; address: Address };

/** A part of an address, what is drawn for it, and the routes below it. */
export type Route = {
  /** Relative to the route above: `:name` is a parameter, `*` at the end is any rest, '' is nothing. */
  path: string;
  /** Lets a person in, and answers what the pages may ask `useRouteData` for. May redirect. */
  enter?: (entering: Entering) => object | void | Promise<object | void>;
  /**
   * Fetches what the page will ask for, unless the signal comes before its code. Only the first page of
   * a document waits for it, a moment.
   */
  prefetch?: (entering: Entering, signal?: AbortSignal) => Promise<void>;
  page?: LazyPage;
  routes?: readonly Route[];
  /** Gets the routes below this one when an address there is opened, so that the table stays small. */
  more?: () => Promise<readonly Route[]>;
};

export type Target = { to: string; search?: Record<string, unknown> };

/** The address of a target as a browser writes it. */
export const toHref = ({ to, search = {} }: Target): string => `${to}${stringifySearch(search)}`;

/** Thrown by `enter`: another address takes the place of this one. */
export class Redirect extends Error {
  readonly href: string;
  constructor(target: Target) {
    super('This address leads to another one');
    this.href = toHref(target);
  }
}

/** Thrown by `enter`: the address leads nowhere. */
export class NotFound extends Error {}

type Leaf = { parts: readonly string[]; chain: readonly Route[] };

/** Writes a tree of routes as a list of ways through it. Names come before parameters, `*` is last. */
export function listLeaves(routes: readonly Route[]): readonly Leaf[] {
  return listWays(routes, { parts: [], chain: [] }).sort(comparePrecedence);
}

function listWays(routes: readonly Route[], above: Leaf): Leaf[] {
  return routes.flatMap((route) => {
    const way = {
      parts: [...above.parts, ...splitPath(route.path)],
      chain: [...above.chain, route],
    };
    // The ways below are not known yet: whatever the address goes on with leads here.
    if (route.more) return [way, { ...way, parts: [...way.parts, '*'] }];
    return route.routes === undefined ? [way] : listWays(route.routes, way);
  });
}

/** Puts the routes that came with `route.more` into a list of ways. Twice is as good as once. */
export function addWays(
  leaves: readonly Leaf[],
  route: Route,
  below: readonly Route[],
): readonly Leaf[] {
  const isAt = ({ chain }: Leaf) => chain.at(-1) === route;
  const at = leaves.find(isAt);
  if (at === undefined) return leaves;
  const others = leaves.filter((leaf) => !isAt(leaf));
  return [...others, ...listWays(below, at)].sort(comparePrecedence);
}

const splitPath = (path: string) => path.split('/').filter((part) => part !== '');

function getPrecedence(part: string | undefined): number {
  if (part === undefined || part === '*') return 0;
  return part.startsWith(':') ? 1 : 2;
}

function comparePrecedence(a: Leaf, b: Leaf): number {
  const at = a.parts.findIndex((part, n) => getPrecedence(part) !== getPrecedence(b.parts[n]));
  return at < 0 ? 0 : getPrecedence(b.parts[at]) - getPrecedence(a.parts[at]);
}

type Place = { pathname: string; search: string; hash: string; href: string };

/** Finds the way to an address, and reads the address by it. An unknown address has an empty way. */
export function findRoute(
  leaves: readonly Leaf[],
  { pathname, search, hash, href }: Place,
): { chain: readonly Route[]; address: Address } {
  const address = { href, path: pathname, search: parseSearch(search), hash: hash.slice(1) };
  for (const { parts, chain } of leaves) {
    const params = matchParts(parts, splitPath(pathname));
    if (params !== undefined) return { chain, address: { ...address, params } };
  }
  return { chain: [], address: { ...address, params: {} } };
}

function matchParts(
  parts: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  const isOpen = parts.at(-1) === '*';
  if (isOpen ? given.length < parts.length : given.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [n, part] of parts.entries()) {
    if (part === '*') break;
    const value = decodePath(given[n] ?? '', decodeURIComponent);
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/** Decodes what is well-formed and leaves the rest as it is. */
export function decodePath(path: string, decode = decodeURI): string {
  try {
    return decode(path);
  } catch {
    return path;
  }
}
