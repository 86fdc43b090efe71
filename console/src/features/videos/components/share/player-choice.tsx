import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { Select } from '../../../../ui/form/select.tsx';
import { playersQuery, projectQuery } from '../../../../base/project.ts';

type Props = {
  projectKey: string;
  /** '' is the project's. */
  playerId: string;
  onChange: (playerId: string) => void;
};

/** Chooses the player that links name. A team without players has nothing to choose. */
export function PlayerChoice({ projectKey, playerId, onChange }: Props) {
  const t = useTranslations('videos.links');
  const format = useFormat();
  const scope = useTeamScope();
  const own = useQuery(projectQuery(scope, projectKey)).data?.player ?? null;
  const players = useQuery(playersQuery(scope)).data?.data ?? [];
  if (players.length === 0) return null;
  const isNamedAlike = (name: string) => players.filter((one) => one.name === name).length > 1;
  const projects = own === null ? t('standardPlayer') : t('projectPlayer', { name: own.name });
  return (
    <Select
      label={t('player')}
      searchable={players.length > MANY}
      nothingFound={t('noPlayer')}
      choices={[
        { value: '', label: projects },
        ...players.map(({ id, name, updatedAt }) => ({
          value: id,
          label: name,
          ...(isNamedAlike(name) && {
            note: t('playerUpdated', { date: format.dateTime(updatedAt) }),
          }),
        })),
      ]}
      value={playerId}
      onChange={onChange}
    />
  );
}

/** More of them are searched. */
const MANY = 8;
