import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../base/i18n/use-format.ts';
import { readyPart } from '../base/lazy-part.tsx';
import { decodePath, toHref } from '../base/router/route.ts';
import { usePath } from '../base/router/use-address.ts';
import { fitTabs } from './fit-tabs.ts';
import { Link } from './link.tsx';
import { getMenuButtonProps } from './menu-button.ts';
import classes from './tabs.module.css';

const RowEntries = readyPart(async () => (await import('./overlay/row-entries.tsx')).RowEntries);

export type Tab = {
  to: string;
  search?: Record<string, string>;
  label: string;
  /** Shown beside the label when it is above 0. */
  count?: number | undefined;
  /** Also the current one on pages below `to`. */
  deep?: boolean;
};

/** Tabs that are pages: links with an address each. Tabs that don't fit are in a menu at the end. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label?: string }) {
  const t = useTranslations('ui');
  const here = usePath();
  const current = tabs.findIndex((tab) => {
    const path = decodePath(tab.to);
    return here === path || (tab.deep === true && here.startsWith(`${path}/`));
  });
  const { bar, shown } = useFit(current);
  const folded = tabs.filter((_, n) => shown !== undefined && !shown.includes(n));
  return (
    <nav className={classes.root} aria-label={label ?? t('tabs')} ref={bar}>
      {tabs.map((tab, n) => (
        <TabLink
          key={tab.to}
          tab={tab}
          isCurrent={n === current}
          isFolded={shown !== undefined && !shown.includes(n)}
        />
      ))}
      <More tabs={folded} />
    </nav>
  );
}

type TabLinkProps = { tab: Tab; isCurrent: boolean; isFolded: boolean };

function TabLink({ tab: { to, search, label, count = 0 }, isCurrent, isFolded }: TabLinkProps) {
  const format = useFormat();
  return (
    <Link
      to={to}
      {...(search && { search })}
      className={classes.tab}
      hidden={isFolded}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {label}
      {count > 0 && <span className={classes.count}>{format.number(count)}</span>}
    </Link>
  );
}

function More({ tabs }: { tabs: readonly Tab[] }) {
  const t = useTranslations('ui');
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const menu = { id: useId(), opened: opened && tabs.length > 0 };
  return (
    <>
      <button
        ref={target}
        type="button"
        className={classes.tab}
        hidden={tabs.length === 0}
        {...getMenuButtonProps(menu)}
        onClick={() => setOpened(!opened)}
      >
        {t('more')}
        <IconChevronDown size={15} stroke={1.8} aria-hidden />
      </button>
      {menu.opened && (
        <RowEntries
          {...menu}
          items={tabs.map(({ label, to, search }) => ({
            label,
            to: toHref({ to, ...(search && { search }) }),
          }))}
          onClose={() => setOpened(false)}
          target={target}
          position="bottom-end"
        />
      )}
    </>
  );
}

/** Says which tabs have room in the bar; undefined while all do. */
function useFit(current: number) {
  const bar = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<readonly number[]>();
  useLayoutEffect(() => {
    const list = bar.current;
    if (list === null) return undefined;
    const fit = () => {
      const widths = [...list.children].map((child) => measure(child as HTMLElement));
      const more = widths.pop() ?? 0;
      const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
      const next = fitTabs({ widths, more, gap, room: list.clientWidth, current });
      setShown((before) => (String(before) === String(next) ? before : next));
    };
    fit();
    // Words are wider or narrower once their font is there.
    void document.fonts.ready.then(fit);
    const observer = new ResizeObserver(fit);
    observer.observe(list);
    return () => observer.disconnect();
  });
  return { bar, shown };
}

/** The width that an element has, or would have if it were shown. */
function measure(element: HTMLElement): number {
  const { hidden } = element;
  element.hidden = false;
  const width = element.offsetWidth;
  element.hidden = hidden;
  return width;
}

/** Says below the tabs what the page of the chosen one is for. */
export function TabLead({ children }: { children: ReactNode }) {
  return children !== undefined && <p className={classes.lead}>{children}</p>;
}
