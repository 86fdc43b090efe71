import { normalText } from '@kinora/contract/normal-text';
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { tagsQuery } from '../../projects/data.ts';
import { tidyTags } from '../rules/information.ts';
import classes from './tags-field.module.css';

type Props = {
  id: string;
  label: string;
  projectKey: string;
  value: string[];
  onChange: (names: string[]) => void;
  error: string | undefined;
  readOnly: boolean;
};

/** Tags, with those of the project suggested as one types. */
export function TagsField(props: Props) {
  const { id, label, projectKey, value, onChange, error, readOnly } = props;
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(normalText(text.trim()), 250);
  const found = useQuery({
    ...tagsQuery(scope, { projectKey, ...(q !== '' && { q }) }),
    enabled: !readOnly,
  });
  return (
    <TagsInput
      id={id}
      label={label}
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
      error={error}
    />
  );
}
