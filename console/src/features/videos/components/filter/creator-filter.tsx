import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { creatorsQuery, getKnownCreators } from '../../data.ts';
import { NameFilter } from './name-filter.tsx';
import { toFilter } from './tag-filter.tsx';

type Props = {
  projectKey: string | undefined;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Filters by the people who created videos in the project or team. */
export function CreatorFilter({ projectKey, ...chosen }: Props) {
  const t = useTranslations('videos.filter');
  const scope = useTeamScope();
  return (
    <NameFilter
      {...chosen}
      label={t('creators')}
      hint={t('creatorsHint')}
      placeholder={t('creatorsSearch')}
      unknown={t('unknownCreator')}
      nothingFound={t('noCreators')}
      clearLabel={t('clearCreators')}
      find={(q) => creatorsQuery(scope, toFilter(projectKey, q))}
      names={getKnownCreators(useQueryClient(), scope)}
    />
  );
}
