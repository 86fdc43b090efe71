import { paths } from '../../../paths.ts';

type Place = { teamName: string; guide: string };

/**
 * Resolves a link of a guide: `other.md#heading` and `#heading` among the guides, `console:manage/jobs`
 * below the team, `console:/api/docs` at the console's origin; all else is an address elsewhere.
 */
export function resolveLink(
  href: string,
  { teamName, guide }: Place,
): { to: string; isOurs: boolean } {
  const [, page = '', heading = ''] = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? [];
  if (page !== '' || heading !== '') {
    return { to: paths.help(teamName, page === '' ? guide : page, heading), isOurs: true };
  }
  if (href.startsWith('console:/')) return { to: href.slice('console:'.length), isOurs: false };
  if (!href.startsWith('console:')) return { to: href, isOurs: false };
  return { to: `${paths.team(teamName)}/${href.slice('console:'.length)}`, isOurs: true };
}
