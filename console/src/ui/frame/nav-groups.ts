import type { ComponentType } from 'react';
import type { Messages } from 'use-intl';
import { decodePath } from '../../base/router/route.ts';
import type { MyTeam } from '../../base/session.ts';
import { isForManagers, mayManageTeam } from '../../base/team-role.ts';

export type NavPage = {
  /** Names the page in the words: `nav.entries.{id}`. */
  id: keyof Messages['nav']['entries'];
  to: (teamName: string) => string;
  /** Begins the addresses of its further pages, where that is not `to`. */
  below?: (teamName: string) => string;
  /** The address of its other tab, which has the same head. */
  otherTab?: (teamName: string) => string;
};

/** One line of the navigation: a page, or several that are listed below it while one of them is open. */
export type NavGroup = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Names several pages in the words: `nav.groups.{id}`. */
  id?: keyof Messages['nav']['groups'];
  pages: readonly NavPage[];
};

export type NavSection = {
  /** Names the section in the words: `nav.sections.{id}`. */
  id: keyof Messages['nav']['sections'];
  /** Draw the name above the entries; the first section goes without. */
  titled?: boolean;
  groups: readonly NavGroup[];
};

type Team = Pick<MyTeam, 'namespace' | 'role'>;

/** Decides alone whether a member of a team is shown a page. */
function isShown({ to }: NavPage, { namespace, role }: Team): boolean {
  return mayManageTeam(role) || !isForManagers(decodePath(to(namespace)));
}

/** Leaves out what a member can't open; a group of one page is that page. */
export function listShown(sections: readonly NavSection[], team: Team): readonly NavSection[] {
  return sections.map((section) => ({
    ...section,
    groups: section.groups
      .map((group) => ({ ...group, pages: group.pages.filter((page) => isShown(page, team)) }))
      .filter(({ pages }) => pages.length > 0),
  }));
}

/** Says whether an address, decoded, is that of a page or one below it. */
export function isAt({ to, below }: NavPage, teamName: string, path: string): boolean {
  const start = below ? decodePath(below(teamName)) : `${decodePath(to(teamName))}/`;
  return path === decodePath(to(teamName)) || path.startsWith(start);
}

/** Finds the page of an address; among several, the one with the longest address, as pages may be nested. */
export function findPage(
  pages: readonly NavPage[],
  teamName: string,
  path: string,
): NavPage | undefined {
  const found = pages.filter((page) => isAt(page, teamName, path));
  return found.toSorted((a, b) => b.to(teamName).length - a.to(teamName).length)[0];
}

const KEY = 'kinora.groups';

function readLast(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** Remembers, in the tab, which page of a group was open last. */
export function rememberPage({ id }: NavGroup, page: NavPage): void {
  if (id === undefined) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readLast(), [id]: page.id }));
  } catch {
    // Without storage a group begins at its first page.
  }
}

/** The page that a group's own line leads to: the one that was open last, or the first. */
export function getEntryPage({ id, pages }: NavGroup): NavPage | undefined {
  const last = id === undefined ? undefined : readLast()[id];
  return pages.find((page) => page.id === last) ?? pages[0];
}
