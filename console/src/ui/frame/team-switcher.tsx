import { IconSelector } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readyPart } from '../../base/lazy-part.tsx';
import { usePath } from '../../base/router/use-address.ts';
import { type MyTeam, useMe } from '../../base/session.ts';
import { getMenuButtonProps } from '../menu-button.ts';
import { Avatar } from './avatar.tsx';
import type { NavSection } from './nav-groups.ts';
import { toTeamWay } from './team-way.ts';
import classes from './team-switcher.module.css';

const TeamEntries = readyPart(
  async () => (await import('../overlay/team-entries.tsx')).TeamEntries,
);

function TeamWords({ team }: { team: MyTeam }) {
  return (
    <>
      <Avatar name={team.name} kind="team" />
      <span className={classes.words}>
        <span className={classes.name}>{team.name}</span>
        {team.namespace !== team.name && (
          <span className={classes.namespace}>{team.namespace}</span>
        )}
      </span>
    </>
  );
}

type Props = { team: MyTeam; sections: readonly NavSection[]; onNavigate?: () => void };

/** The team one is in; a menu where there are several. */
export function TeamSwitcher({ team, sections, onNavigate }: Props) {
  const t = useTranslations('nav');
  const teams = useMe()?.teams ?? [];
  const path = usePath();
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  if (teams.length < 2) {
    return (
      <div className={classes.box}>
        <TeamWords team={team} />
      </div>
    );
  }
  return (
    <>
      <button
        ref={target}
        type="button"
        className={classes.box}
        {...getMenuButtonProps({ id, opened })}
        onClick={() => setOpened(!opened)}
      >
        <TeamWords team={team} />
        <span className="visually-hidden">{t('switchTeam')}</span>
        <IconSelector size={17} stroke={1.7} className={classes.arrow} aria-hidden />
      </button>
      <TeamEntries
        team={team}
        teams={teams}
        toWay={(to) => toTeamWay(sections, { path, from: team.namespace, to })}
        id={id}
        target={target}
        opened={opened}
        {...(onNavigate && { onNavigate })}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
