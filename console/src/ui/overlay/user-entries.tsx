import { Menu as MantineMenu, useMantineColorScheme } from '@mantine/core';
import { IconKey, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { navigate } from '../../base/router/navigation.ts';
import { setPreference, usePreferences } from '../../base/preferences.ts';
import { type MyTeam, signOut, useChooseLanguage } from '../../base/session.ts';
import { useSave } from '../../base/use-save.ts';
import { paths } from '../../paths.ts';
import { Link } from '../link.tsx';
import { Menu } from './menu.tsx';
import type { MenuPlace } from '../menu-button.ts';
import { MenuChoice } from './menu-choice.tsx';
import classes from '../frame/user-menu.module.css';

type Props = MenuPlace & {
  team: MyTeam;
  email: string;
  onNavigate?: () => void;
  onShortcuts: () => void;
};

/** Settings of the interface, pages about oneself, sign out. */
export function UserEntries({ team, onNavigate, onShortcuts, email, ...place }: Props) {
  const t = useTranslations('nav');
  const queryClient = useQueryClient();
  const leave = useSave({
    run: () => signOut(queryClient),
    onDone: () => navigate({ to: paths.signIn() }),
  });
  const link = { component: Link, ...(onNavigate && { onClick: onNavigate }) };
  return (
    <Menu {...place} position="top-start" width={236}>
      <div className={classes.who}>{email}</div>
      <MantineMenu.Item
        {...link}
        to={paths.profile(team.namespace)}
        leftSection={<IconUserCircle size={17} stroke={1.6} />}
      >
        {t('profile')}
      </MantineMenu.Item>
      <MantineMenu.Item
        {...link}
        to={paths.personalTokens(team.namespace)}
        leftSection={<IconKey size={17} stroke={1.6} />}
      >
        {t('personalTokens')}
      </MantineMenu.Item>
      <MantineMenu.Item leftSection={<IconKeyboard size={17} stroke={1.6} />} onClick={onShortcuts}>
        {t('shortcuts')}
      </MantineMenu.Item>
      <MantineMenu.Divider />
      <InterfaceChoices />
      <MantineMenu.Divider />
      <MantineMenu.Item
        leftSection={<IconLogout size={17} stroke={1.6} />}
        onClick={() => leave.mutate()}
        disabled={leave.isPending}
      >
        {t('signOut')}
      </MantineMenu.Item>
    </Menu>
  );
}

/** Language, colours and calendar, changed at once and kept. */
function InterfaceChoices() {
  const t = useTranslations('nav');
  const lang = useLocale();
  const { scheme, years } = usePreferences();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const language = useChooseLanguage();
  return (
    <>
      <MenuChoice
        label={t('language')}
        value={lang}
        choices={[
          { value: 'th', label: 'ไทย', lang: 'th' },
          { value: 'en', label: 'English', lang: 'en' },
        ]}
        onChoose={language.mutate}
      />
      <MenuChoice
        label={t('scheme.label')}
        value={scheme}
        choices={[
          { value: 'light', label: t('scheme.light') },
          { value: 'dark', label: t('scheme.dark') },
          { value: 'auto', label: t('scheme.auto') },
        ]}
        onChoose={setColorScheme}
      />
      {lang === 'th' && (
        <MenuChoice
          label={t('years.label')}
          value={years}
          choices={[
            { value: 'buddhist', label: t('years.buddhist') },
            { value: 'gregorian', label: t('years.gregorian') },
          ]}
          onChoose={(value) => setPreference('years', value)}
        />
      )}
    </>
  );
}
