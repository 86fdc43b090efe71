import { IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readyPart } from '../../base/lazy-part.tsx';
import type { MyTeam } from '../../base/session.ts';
import { useShortcut } from '../../base/shortcuts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../link.tsx';
import { BarPlaceProvider } from './bar-place.tsx';
import { Brand } from './brand.tsx';
import { listShown, type NavSection } from './nav-groups.ts';
import { NavList } from './nav-list.tsx';
import { SearchButton } from './search-button.tsx';
import { SectionSelect } from './section-select.tsx';
import { TeamSwitcher } from './team-switcher.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './app-frame.module.css';

/** The build puts it here, from package.json. */
declare const KINORA_VERSION: string;

const NavDrawer = readyPart(async () => (await import('../overlay/nav-drawer.tsx')).NavDrawer);
const ShortcutSheet = readyPart(
  async () => (await import('../overlay/shortcut-sheet.tsx')).ShortcutSheet,
);

type Props = {
  team: MyTeam;
  sections: readonly NavSection[];
  onSearch: () => void;
  children: ReactNode;
};

/** Navigation at the left, or in a drawer under a top bar below 992 px; the page beside it. */
export function AppFrame({ team, sections: all, onSearch, children }: Props) {
  const t = useTranslations('nav');
  const sections = listShown(all, team);
  const [drawer, setDrawer] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  useShortcut('?', t('shortcuts'), () => setSheet(true));
  const closeDrawer = () => setDrawer(false);
  const side = (onNavigate?: () => void) => (
    <Side
      team={team}
      sections={sections}
      {...(onNavigate && { onNavigate })}
      onSearch={() => {
        closeDrawer();
        onSearch();
      }}
      onShortcuts={() => {
        closeDrawer();
        setSheet(true);
      }}
    />
  );
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <header className={classes.topbar}>
        <button
          type="button"
          className={classes.burger}
          aria-label={t('open')}
          aria-expanded={drawer}
          onClick={() => setDrawer(true)}
        >
          <IconMenu2 size={20} stroke={1.8} aria-hidden />
        </button>
        <Link to={paths.team(team.namespace)} className={classes.home}>
          <Brand />
        </Link>
        <SearchButton isSmall onClick={onSearch} />
      </header>
      <aside className={classes.side}>{side()}</aside>
      <NavDrawer opened={drawer} onClose={closeDrawer} label={t('label')}>
        {side(closeDrawer)}
      </NavDrawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <SectionSelect teamName={team.namespace} sections={sections} />
        <BarPlaceProvider value={barPlace}>{children}</BarPlaceProvider>
        <div ref={setBarPlace} className={classes.barPlace} />
      </main>
      <ShortcutSheet opened={sheet} onClose={() => setSheet(false)} />
    </div>
  );
}

type SideProps = {
  team: MyTeam;
  sections: readonly NavSection[];
  onNavigate?: () => void;
  onSearch: () => void;
  onShortcuts: () => void;
};

function Side({ team, sections, onNavigate, onSearch, onShortcuts }: SideProps) {
  const t = useTranslations('nav');
  const navigating = onNavigate && { onNavigate };
  return (
    <div className={classes.sideBody}>
      <Link
        to={paths.team(team.namespace)}
        className={classes.home}
        {...(onNavigate && { onClick: onNavigate })}
      >
        <Brand />
      </Link>
      <TeamSwitcher team={team} sections={sections} {...navigating} />
      <SearchButton onClick={onSearch} />
      <NavList teamName={team.namespace} sections={sections} {...navigating} />
      <div className={classes.user}>
        <UserMenu team={team} {...navigating} onShortcuts={onShortcuts} />
      </div>
      <p className={classes.footer}>{t('footer', { version: KINORA_VERSION })}</p>
    </div>
  );
}
