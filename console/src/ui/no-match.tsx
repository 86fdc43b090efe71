import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';

type Props = { title: string; text: string; clearLabel: string; onClear: () => void };

/** A search or a filter that nothing matches. */
export function NoMatch({ title, text, clearLabel, onClear }: Props) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title={title}
      actions={
        <Button variant="default" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {text}
    </EmptyState>
  );
}
