import { Menu as MantineMenu } from '@mantine/core';
import type { MenuPlace } from '../menu-button.ts';
import { Menu } from './menu.tsx';

type Props = MenuPlace & {
  value: string;
  choices: { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** A menu of choices; one of them is on. */
export function ChoiceEntries({ value, choices, onChoose, ...place }: Props) {
  return (
    <Menu {...place} isOfPage position="bottom-start" width={220}>
      <MantineMenu.RadioGroup value={value} onChange={onChoose}>
        {choices.map((choice) => (
          <MantineMenu.RadioItem key={choice.value} value={choice.value} closeMenuOnClick>
            {choice.label}
          </MantineMenu.RadioItem>
        ))}
      </MantineMenu.RadioGroup>
    </Menu>
  );
}
