import type { Player } from '@kinora/contract/players';
import type { Project } from '@kinora/contract/projects';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { playersQuery } from '../../../base/project.ts';
import { refreshPlayers } from '../data.ts';
import { ChangeChoice } from '../../../ui/project/change-choice.tsx';
import { Section } from '../../../ui/project/section.tsx';
import classes from '../../../ui/project/section.module.css';

/** The project's player, and the way to another. */
export function ProjectPlayer({ project }: { project: Project }) {
  const t = useTranslations('players.project');
  const { namespace, role } = useTeam();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const format = useFormat();
  const [changing, setChanging] = useState(false);
  const players = useQuery({ ...playersQuery(scope), enabled: changing });
  const { player } = project;
  const toChoices = (all: Player[]) => [
    { value: '', title: t('standard'), text: t('standardText') },
    ...all.map(({ id, name, updatedAt }) => ({
      value: id,
      title: name,
      text: t('updated', { date: format.dateTime(updatedAt) }),
    })),
  ];
  return (
    <>
      <Section
        project={project}
        hash="player"
        title={t('title')}
        note={t('note')}
        changeLabel={t('change')}
        onChange={() => setChanging(true)}
      >
        <div className={classes.name}>{player?.name ?? t('standard')}</div>
        <p className={classes.lines}>
          {player ? t('updated', { date: format.dateTime(player.updatedAt) }) : t('standardText')}
        </p>
        {mayManageTeam(role) && (
          <p className={classes.link}>
            <Link to={player ? paths.player(namespace, player.id) : paths.players(namespace)}>
              {t('settings')}
            </Link>
          </p>
        )}
      </Section>
      <ChangeChoice
        project={project}
        opened={changing}
        onClose={() => setChanging(false)}
        field="playerId"
        words={{
          title: t('dialogTitle'),
          note: t('dialogNote'),
          label: t('label'),
          saved: t('saved'),
        }}
        item={t('label')}
        query={players}
        toChoices={toChoices}
        refresh={() => refreshPlayers(queryClient, scope)}
      />
    </>
  );
}
