import { Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { type MyTeam, useMe } from '../../base/session.ts';
import { Link } from '../link.tsx';
import { Avatar } from './avatar.tsx';
import classes from './team-switcher.module.css';

function TeamWords({ team }: { team: MyTeam }) {
  return (
    <>
      <Avatar name={team.name} kind="team" />
      <span className={classes.words}>
        <span className={classes.name}>{team.name}</span>
        <span className={classes.namespace}>{team.namespace}</span>
      </span>
    </>
  );
}

/** The team one is in; a menu where there are several. */
export function TeamSwitcher({ team, onNavigate }: { team: MyTeam; onNavigate?: () => void }) {
  const t = useTranslations('nav');
  const teams = useMe()?.teams ?? [];
  if (teams.length < 2) {
    return (
      <div className={classes.box}>
        <TeamWords team={team} />
      </div>
    );
  }
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <button type="button" className={classes.box}>
          <TeamWords team={team} />
          <span className="visually-hidden">{t('switchTeam')}</span>
          <IconSelector size={17} stroke={1.7} className={classes.arrow} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('teams')}</Menu.Label>
        {teams.map((one) => (
          <Menu.Item
            key={one.id}
            component={Link}
            to={paths.team(one.namespace)}
            preload={false}
            {...(onNavigate && { onClick: onNavigate })}
            leftSection={<Avatar name={one.name} kind="team" />}
            rightSection={one.id === team.id && <IconCheck size={16} aria-hidden />}
            aria-current={one.id === team.id ? 'true' : undefined}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
