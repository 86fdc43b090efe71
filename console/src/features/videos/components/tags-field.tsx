import { normalText } from '@kinora/contract/normal-text';
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { tagsQuery } from '../../projects/data.ts';
import { limits, tagProblem, tidyTags } from '../rules/information.ts';
import classes from './tags-field.module.css';

type Props = {
  id: string;
  projectKey: string;
  value: string[];
  onChange: (names: string[]) => void;
  error: string | undefined;
  readOnly: boolean;
};

/** Tags, with those of the project suggested as one types. */
export function TagsField({ id, projectKey, value, onChange, error, readOnly }: Props) {
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(normalText(text.trim()), 250);
  const found = useQuery({
    ...tagsQuery(scope, { projectKey, ...(q !== '' && { q }) }),
    enabled: !readOnly,
  });
  const problem = tagProblem(value);
  const most = problem === 'tooManyTags' ? limits.tags : limits.tag;
  return (
    <TagsInput
      id={id}
      label={t('fields.tags')}
      description={readOnly ? undefined : t('form.tagsHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(value.length === 0 && {
        placeholder: readOnly ? t('form.none') : t('form.tagsPlaceholder'),
      })}
      data={(found.data?.data ?? []).map((tag) => tag.name)}
      value={value}
      onChange={(names) => onChange(tidyTags(names))}
      searchValue={text}
      onSearchChange={setText}
      splitChars={[',', '\n']}
      maxDropdownHeight={220}
      classNames={{ pill: classes.pill ?? '', inputField: classes.field ?? '' }}
      comboboxProps={{ withinPortal: false }}
      readOnly={readOnly}
      clearable={!readOnly}
      clearButtonProps={{ 'aria-label': t('filter.clearTags') }}
      error={problem ? t(`form.${problem}`, { most }) : error}
    />
  );
}
