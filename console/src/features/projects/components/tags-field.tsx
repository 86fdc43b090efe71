import { normaliseText } from '@kinora/contract/normalise-text';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTeamScope } from '../../../base/team-scope.ts';
import { TagsInput } from '../../../ui/form/tags-input.tsx';
import { tagsQuery } from '../data.ts';

type Props = Omit<ComponentProps<typeof TagsInput>, 'typed' | 'onType' | 'suggestions'> & {
  /** Without one the tags of all projects that the person may see are suggested. */
  projectKey: string | undefined;
};

/** Tags, with those of the project suggested as one types. */
export function TagsField({ projectKey, ...field }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(normaliseText(typed.trim()), 250);
  const found = useQuery({
    ...tagsQuery(useTeamScope(), {
      ...(projectKey !== undefined && { projectKey }),
      ...(q !== '' && { q }),
    }),
    enabled: field.readOnly !== true,
  });
  const suggestions = found.data?.data.map(({ name }) => ({ value: name, label: name })) ?? [];
  return <TagsInput {...field} typed={typed} suggestions={suggestions} onType={setTyped} />;
}
