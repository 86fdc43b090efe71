import type { Player } from '@kinora/contract/players';
import type { Project } from '@kinora/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { playersQuery } from '../../../base/project.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ChoiceSection } from '../../../ui/project/choice-section.tsx';
import classes from '../../../ui/project/section.module.css';
import { refreshPlayers } from '../data.ts';

/** The project's player, and the way to another. */
export function ProjectPlayer({ project }: { project: Project }) {
  const t = useTranslations('players.project');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const format = useFormat();
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
    <ChoiceSection
      project={project}
      hash="player"
      field="playerId"
      words={{
        title: t('title'),
        note: t('note'),
        change: t('change'),
        dialogTitle: t('dialogTitle'),
        dialogNote: t('dialogNote'),
        label: t('label'),
        saved: t('saved'),
        settings: t('settings'),
      }}
      item={t('label')}
      query={playersQuery(scope)}
      toChoices={toChoices}
      refresh={() => refreshPlayers(queryClient, scope)}
      settingsAt={player ? paths.player(scope.teamName, player.id) : paths.players(scope.teamName)}
      name={player?.name ?? t('standard')}
      about={
        <p className={classes.lines}>
          {player ? t('updated', { date: format.dateTime(player.updatedAt) }) : t('standardText')}
        </p>
      }
    />
  );
}
