import type { ComponentType } from 'react';
import { type Messages, useTranslations } from 'use-intl';
import { decodePath } from '../../base/router/route.ts';
import { usePath } from '../../base/router/use-address.ts';
import { isForManagers } from '../../base/team-role.ts';
import { Link } from '../link.tsx';
import classes from './nav-list.module.css';

type NavEntry = {
  /** Names the entry in the words: `nav.entries.{id}`. */
  id: keyof Messages['nav']['entries'];
  icon: ComponentType<{ size?: number; stroke?: number }>;
  to: (teamName: string) => string;
  /** Begins the addresses of its further pages, where that is not `to`. */
  below?: (teamName: string) => string;
};

export type NavSection = {
  /** Names the section in the words: `nav.sections.{id}`. */
  id: keyof Messages['nav']['sections'];
  /** Draw the name above the entries; the first section goes without. */
  titled?: boolean;
  entries: NavEntry[];
};

type Props = {
  teamName: string;
  /** Others don't see what they can't open. */
  isManager: boolean;
  sections: NavSection[];
  onNavigate?: () => void;
};

export function NavList({ teamName, isManager, sections, onNavigate }: Props) {
  const t = useTranslations('nav');
  const here = usePath();
  return (
    <nav className={classes.root} aria-label={t('label')}>
      {sections.map((section) => (
        <div key={section.id} role="group" aria-label={t(`sections.${section.id}`)}>
          {section.titled && (
            <p className={classes.title} aria-hidden>
              {t(`sections.${section.id}`)}
            </p>
          )}
          <ul className={classes.list}>
            {section.entries.map(({ id, icon: Icon, to, below }) => {
              const path = decodePath(to(teamName));
              if (!isManager && isForManagers(path)) return null;
              const start = below ? decodePath(below(teamName)) : `${path}/`;
              const current = here === path || here.startsWith(start);
              return (
                <li key={id}>
                  <Link
                    to={to(teamName)}
                    className={classes.entry}
                    aria-current={current ? 'page' : undefined}
                    {...(onNavigate && { onClick: onNavigate })}
                  >
                    <Icon size={18} stroke={1.6} aria-hidden />
                    {t(`entries.${id}`)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
