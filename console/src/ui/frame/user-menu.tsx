import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconKey,
  IconKeyboard,
  IconLogout,
  IconSelector,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { setPreference, usePreferences } from '../../base/preferences.ts';
import { type MyTeam, signOut, useChooseLanguage, useMe } from '../../base/session.ts';
import { useSave } from '../../base/use-save.ts';
import { paths } from '../../paths.ts';
import { Link } from '../link.tsx';
import { Avatar } from './avatar.tsx';
import { MenuChoice } from './menu-choice.tsx';
import classes from './user-menu.module.css';

type Props = { team: MyTeam; onNavigate?: () => void; onShortcuts: () => void };

/** The person at the bottom of the navigation: settings of the interface, tokens, sign out. */
export function UserMenu({ team, onNavigate, onShortcuts }: Props) {
  const t = useTranslations('nav');
  const me = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = useSave({
    run: () => signOut(queryClient),
    onDone: () => navigate({ to: paths.signIn() } as never),
  });
  if (!me) return null;
  const name = me.account.name;
  const link = { component: Link, ...(onNavigate && { onClick: onNavigate }) };
  return (
    <Menu position="top-start" width={236}>
      <Menu.Target>
        <button type="button" className={classes.button}>
          <Avatar name={name} kind="person" />
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{t(`roles.${team.role}`)}</span>
          </span>
          <span className="visually-hidden">{t('userMenu')}</span>
          <IconSelector size={17} stroke={1.7} className={classes.arrow} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>{me.account.email}</div>
        <Menu.Item
          {...link}
          to={paths.profile(team.namespace)}
          leftSection={<IconUserCircle size={17} stroke={1.6} />}
        >
          {t('profile')}
        </Menu.Item>
        <Menu.Item
          {...link}
          to={paths.personalTokens(team.namespace)}
          leftSection={<IconKey size={17} stroke={1.6} />}
        >
          {t('personalTokens')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={17} stroke={1.6} />} onClick={onShortcuts}>
          {t('shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <InterfaceChoices />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={17} stroke={1.6} />}
          onClick={() => leave.mutate()}
          disabled={leave.isPending}
        >
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
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
