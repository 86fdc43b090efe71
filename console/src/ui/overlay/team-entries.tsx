import { Menu as MantineMenu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { MyTeam } from '../../base/session.ts';
import { Link } from '../link.tsx';
import { Menu } from './menu.tsx';
import type { MenuPlace } from '../menu-button.ts';
import { Avatar } from '../frame/avatar.tsx';

type Props = MenuPlace & {
  team: MyTeam;
  teams: MyTeam[];
  toWay: (team: MyTeam) => string;
  onNavigate?: () => void;
};

/** The teams of the person. */
export function TeamEntries({ team, teams, toWay, onNavigate, ...place }: Props) {
  const t = useTranslations('nav');
  return (
    <Menu {...place} position="bottom-start" width="target">
      <MantineMenu.Label>{t('teams')}</MantineMenu.Label>
      {teams.map((one) => (
        <MantineMenu.Item
          key={one.id}
          component={Link}
          to={toWay(one)}
          preload={false}
          {...(onNavigate && { onClick: onNavigate })}
          leftSection={<Avatar name={one.name} kind="team" />}
          rightSection={one.id === team.id && <IconCheck size={16} aria-hidden />}
          aria-current={one.id === team.id ? 'true' : undefined}
        >
          {one.name}
        </MantineMenu.Item>
      ))}
    </Menu>
  );
}
