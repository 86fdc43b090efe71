import { normaliseText } from '@kinora/contract/normalise-text';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTeamScope } from '../../../base/team-scope.ts';
import { projectsQuery } from '../data.ts';

type Filter = Omit<NonNullable<Parameters<typeof projectsQuery>[1]>, 'q'>;

/** Finds projects as one types: the field's text, the text that was searched, and the answer. */
export function useProjectSearch(filter: Filter) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(normaliseText(text.trim()), 200);
  const query = projectsQuery(useTeamScope(), { ...filter, ...(q !== '' && { q }) });
  return { text, setText, q, projects: useQuery(query) };
}

type Props = Pick<TextInputProps, 'ref' | 'onKeyDown'> & {
  label: string;
  text: string;
  onText: (text: string) => void;
};

/** The field above a list of projects to choose from. */
export function ProjectSearch({ label, text, onText, ...field }: Props) {
  return (
    <TextInput
      {...field}
      type="search"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      data-autofocus
    />
  );
}
