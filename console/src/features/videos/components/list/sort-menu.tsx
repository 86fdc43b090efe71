import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readyPart } from '../../../../base/lazy-part.tsx';
import { getMenuButtonProps } from '../../../../ui/menu-button.ts';
import type { Sort } from '../../rules/video-search.ts';
import { nameSort, SORT_CHOICES } from '../../rules/sort-names.ts';
import classes from './sort-menu.module.css';

const ChoiceEntries = readyPart(
  async () => (await import('../../../../ui/overlay/choice-entries.tsx')).ChoiceEntries,
);

type Props = {
  sort: Sort | undefined;
  /** A search without an order has the best matches first. */
  isSearch: boolean;
  onSort: (sort: Sort | undefined) => void;
};

/** The order of the list, where it has no columns as well. */
export function SortMenu({ sort, isSearch, onSort }: Props) {
  const t = useTranslations('videos.sort');
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const nameOf = (one: Sort | undefined) => nameSort(one, isSearch);
  const name = t(nameOf(sort));
  const sorts = isSearch ? [undefined, ...SORT_CHOICES] : SORT_CHOICES;
  return (
    <>
      <Button
        ref={target}
        variant="default"
        leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
        aria-label={t('label', { name })}
        classNames={{ label: classes.name ?? '', section: classes.icon ?? '' }}
        {...getMenuButtonProps({ id, opened })}
        onClick={() => setOpened(!opened)}
      >
        {name}
      </Button>
      <ChoiceEntries
        id={id}
        target={target}
        opened={opened}
        value={nameOf(sort)}
        choices={sorts.map((one) => ({ value: nameOf(one), label: t(nameOf(one)) }))}
        onChoose={(chosen) => onSort(sorts.find((one) => nameOf(one) === chosen))}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
