import { useTranslations } from 'use-intl';
import { navigate } from '../../base/router/navigation.ts';
import { decodePath } from '../../base/router/route.ts';
import { usePath } from '../../base/router/use-address.ts';
import type { NavPage, NavSection } from './nav-groups.ts';
import classes from './section-select.module.css';

type Props = { teamName: string; sections: readonly NavSection[] };

/** Below 992 px, where the navigation is a drawer: the other pages of the group, on its own pages. */
export function SectionSelect({ teamName, sections }: Props) {
  const t = useTranslations('nav');
  const here = usePath();
  const isHere = ({ to, otherTab }: NavPage) =>
    [to, otherTab ?? to].some((address) => decodePath(address(teamName)) === here);
  const group = sections.flatMap(({ groups }) => groups).find(({ pages }) => pages.some(isHere));
  if (group?.id === undefined || group.pages.length < 2) return null;
  return (
    <select
      className={classes.root}
      aria-label={t(`groups.${group.id}`)}
      value={group.pages.find(isHere)?.to(teamName)}
      onChange={({ currentTarget }) => void navigate({ to: currentTarget.value })}
    >
      {group.pages.map(({ id, to }) => (
        <option key={id} value={to(teamName)}>
          {t(`entries.${id}`)}
        </option>
      ))}
    </select>
  );
}
