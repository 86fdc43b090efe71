import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { tagsQuery } from '../../../projects/data.ts';
import { getKnownTags } from '../../data.ts';
import { NameFilter } from './name-filter.tsx';

type Props = {
  projectKey: string | undefined;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Tags in use. */
export function TagFilter({ projectKey, ...chosen }: Props) {
  const t = useTranslations('videos.filter');
  const scope = useTeamScope();
  return (
    <NameFilter
      {...chosen}
      label={t('tags')}
      hint={t('tagsHint')}
      placeholder={t('tagsSearch')}
      unknown={t('unknownTag')}
      nothingFound={t('noTags')}
      clearLabel={t('clearTags')}
      find={(q) => tagsQuery(scope, toFilter(projectKey, q))}
      names={getKnownTags(useQueryClient(), scope)}
    />
  );
}

/** Says what narrows the names that are offered. */
export function toFilter(projectKey: string | undefined, q: string) {
  return { ...(projectKey !== undefined && { projectKey }), ...(q !== '' && { q }) };
}
