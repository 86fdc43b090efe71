import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';

type Props = { title: string; text: string; back: { to: string; label: string } };

/** Stands in place of a page that the person's role doesn't allow. */
export function Forbidden({ title, text, back }: Props) {
  return (
    <EmptyState
      icon={IconLock}
      title={title}
      actions={
        <Button component={Link} to={back.to} variant="default">
          {back.label}
        </Button>
      }
    >
      {text}
    </EmptyState>
  );
}
