import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { usePath } from '../../base/router/use-address.ts';
import { Link } from '../link.tsx';
import {
  findPage,
  getEntryPage,
  type NavGroup,
  type NavPage,
  type NavSection,
  rememberPage,
} from './nav-groups.ts';
import classes from './nav-list.module.css';

type Props = {
  teamName: string;
  /** Holds only pages that the person may open. */
  sections: readonly NavSection[];
  onNavigate?: () => void;
};

export function NavList({ sections, ...rest }: Props) {
  const t = useTranslations('nav');
  return (
    <nav className={classes.root} aria-label={t('label')}>
      {sections
        .filter(({ groups }) => groups.length > 0)
        .map((section) => (
          <div key={section.id} role="group" aria-label={t(`sections.${section.id}`)}>
            {section.titled && (
              <p className={classes.title} aria-hidden>
                {t(`sections.${section.id}`)}
              </p>
            )}
            <ul className={classes.list}>
              {section.groups.map((group) => (
                <Group key={group.pages[0]?.id} group={group} {...rest} />
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

type GroupProps = Omit<Props, 'sections'> & { group: NavGroup };

/** One line, and the pages of the group below it while one of them is open. */
function Group({ group, teamName, onNavigate }: GroupProps) {
  const t = useTranslations('nav');
  const here = usePath();
  const open = findPage(group.pages, teamName, here);
  const entry = open ?? getEntryPage(group);
  const isMany = group.id !== undefined && group.pages.length > 1;
  const { icon: Icon } = group;
  useEffect(() => {
    if (open && isMany) rememberPage(group, open);
  });
  if (entry === undefined) return null;
  const isCurrent = (page: NavPage) => page.id === open?.id;
  const follow = onNavigate && { onClick: onNavigate };
  return (
    <li>
      <Link
        to={entry.to(teamName)}
        className={classes.entry}
        aria-current={open && !isMany ? 'page' : undefined}
        data-open={(open && isMany) || undefined}
        {...follow}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        {isMany && group.id ? t(`groups.${group.id}`) : t(`entries.${entry.id}`)}
      </Link>
      {open && isMany && (
        <ul className={classes.pages} aria-label={group.id && t(`groups.${group.id}`)}>
          {group.pages.map((page) => (
            <li key={page.id}>
              <Link
                to={page.to(teamName)}
                className={classes.entry}
                aria-current={isCurrent(page) ? 'page' : undefined}
                {...follow}
              >
                {t(`entries.${page.id}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
