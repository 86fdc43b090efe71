import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../base/i18n/use-format.ts';
import { decodePath } from '../base/router/route.ts';
import { usePath } from '../base/router/use-address.ts';
import { Link } from './link.tsx';
import classes from './tabs.module.css';

export type Tab = {
  to: string;
  search?: Record<string, string>;
  label: string;
  /** Shown beside the label when it is above 0. */
  count?: number | undefined;
  /** Also the current one on pages below `to`. */
  deep?: boolean;
};

/** Brings the tab that becomes the current one into view. */
function show(tab: HTMLAnchorElement | null): void {
  const list = tab?.parentElement;
  if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

/** Tabs that are pages: links with an address each. They scroll sideways where room is short. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label?: string }) {
  const t = useTranslations('ui');
  const format = useFormat();
  const here = usePath();
  const isCurrent = (tab: Tab) => {
    const path = decodePath(tab.to);
    return here === path || (tab.deep === true && here.startsWith(`${path}/`));
  };

  return (
    <nav className={classes.root} aria-label={label ?? t('tabs')}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          {...(tab.search && { search: tab.search })}
          className={classes.tab}
          {...(isCurrent(tab) && { 'aria-current': 'page', ref: show })}
        >
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <span className={classes.count}>{format.number(tab.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Says below the tabs what the page of the chosen one is for. */
export function TabLead({ children }: { children: ReactNode }) {
  return children !== undefined && <p className={classes.lead}>{children}</p>;
}
