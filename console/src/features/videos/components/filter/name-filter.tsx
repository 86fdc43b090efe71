import { normaliseText } from '@kinora/contract/normalise-text';
import { type ComboboxItem, MultiSelect, type OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { findMatches } from '../../../../base/i18n/search-text.ts';
import classes from '../../../../ui/form/tags-input.module.css';

type Named = { id: string; name: string };

type Props = {
  label: string;
  hint: string;
  placeholder: string;
  /** Stands for a name that is not known yet. */
  unknown: string;
  nothingFound: string;
  clearLabel: string;
  /** Finds the things whose name contains the text. */
  find: (q: string) => UseQueryOptions<{ data: Named[] }>;
  /** Names that are known by now, by id. */
  names: ReadonlyMap<string, string>;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Things with names, found as one types. */
export function NameFilter(props: Props) {
  const { label, hint, placeholder, unknown, nothingFound, clearLabel } = props;
  const { find, names, ids, onChange } = props;
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(normaliseText(text.trim()), 250);
  const found = useQuery(find(q));
  const options = found.data?.data ?? [];
  // A choice keeps its name while something else is looked for.
  const chosen = ids.filter((id) => !options.some((one) => one.id === id));
  return (
    <MultiSelect
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(ids.length === 0 && { placeholder })}
      data={[
        ...chosen.map((id) => ({ value: id, label: names.get(id) ?? unknown })),
        ...options.map((one) => ({ value: one.id, label: one.name })),
      ]}
      value={[...ids]}
      onChange={onChange}
      searchable
      filter={byMatch}
      selectFirstOptionOnChange={text.trim() !== ''}
      searchValue={text}
      onSearchChange={setText}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      nothingFoundMessage={found.isFetching ? undefined : nothingFound}
      withScrollArea={false}
      classNames={{
        pill: classes.pill ?? '',
        inputField: classes.field ?? '',
        options: classes.options ?? '',
      }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

/** No groups are given to it. */
const byMatch: OptionsFilter = ({ options, search }) =>
  findMatches(options as ComboboxItem[], ({ label }) => [label], search);
