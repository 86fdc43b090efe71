import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';

type Props = {
  /** The kind of thing, translated. */
  item: string;
  back: { to: string; label: string };
};

/** Stands where a list has no thing of the address, with the way back to the list. */
export function MissingItem({ item, back }: Props) {
  const t = useTranslations('errors.notFound');
  return (
    <EmptyState
      icon={IconMapPinOff}
      title={t('title', { item })}
      actions={
        <Button component={Link} to={back.to} variant="default">
          {back.label}
        </Button>
      }
    >
      {t('detail')}
    </EmptyState>
  );
}
