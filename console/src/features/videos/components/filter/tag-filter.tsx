import { normaliseText } from '@kinora/contract/normalise-text';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { tagsQuery } from '../../../projects/data.ts';
import { getKnownTags } from '../../data.ts';
import classes from '../../../../ui/form/tags-input.module.css';

type Props = {
  projectKey: string | undefined;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Tags in use, found as one types. */
export function TagFilter({ projectKey, ids, onChange }: Props) {
  const t = useTranslations('videos.filter');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(normaliseText(text.trim()), 250);
  const found = useQuery(
    tagsQuery(scope, {
      ...(projectKey !== undefined && { projectKey }),
      ...(q !== '' && { q }),
    }),
  );
  const names = getKnownTags(queryClient, scope);
  const options = found.data?.data ?? [];
  // A chosen tag keeps its name while something else is looked for.
  const chosen = ids.filter((id) => !options.some((tag) => tag.id === id));
  return (
    <MultiSelect
      label={t('tags')}
      description={t('tagsHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(ids.length === 0 && { placeholder: t('tagsSearch') })}
      data={[
        ...chosen.map((id) => ({ value: id, label: names.get(id) ?? t('unknownTag') })),
        ...options.map((tag) => ({ value: tag.id, label: tag.name })),
      ]}
      value={[...ids]}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      clearable
      clearButtonProps={{ 'aria-label': t('clearTags') }}
      nothingFoundMessage={found.isFetching ? undefined : t('noTags')}
      maxDropdownHeight={220}
      classNames={{ pill: classes.pill ?? '', inputField: classes.field ?? '' }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
