import { Tooltip } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';

export type BubbleProps = {
  id: string;
  label: ReactNode;
  target: RefObject<HTMLElement | null>;
  opened: boolean;
  multiline?: boolean;
  maw?: number;
};

export function TooltipBubble({ id, label, ...rest }: BubbleProps) {
  // The element that it describes names it by this id; Mantine's own is not to be had.
  return <Tooltip label={<span id={id}>{label}</span>} {...rest} />;
}
