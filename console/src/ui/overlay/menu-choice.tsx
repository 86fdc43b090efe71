import { Menu } from '@mantine/core';
import classes from './menu-choice.module.css';

type Props<T extends string> = {
  label: string;
  value: T;
  choices: { value: T; label: string; lang?: string }[];
  onChoose: (value: T) => void;
};

/** A few exclusive choices in one row of a menu. */
export function MenuChoice<T extends string>({ label, value, choices, onChoose }: Props<T>) {
  const choose = (chosen: string) => {
    const choice = choices.find((one) => one.value === chosen);
    if (choice) onChoose(choice.value);
  };
  return (
    <div role="group" aria-label={label} className={classes.root}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <div className={classes.row} role="presentation">
        <Menu.RadioGroup value={value} onChange={choose}>
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              className={classes.choice ?? ''}
              closeMenuOnClick={false}
              lang={choice.lang}
            >
              {choice.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
    </div>
  );
}
