import { type ReactNode, useId } from 'react';
import classes from './choice-cards.module.css';

export type Choice = {
  value: string;
  title: string;
  /** A short mark beside the title. */
  tag?: string | undefined;
  /** A mark that stands out before it, for the choice to take. */
  mark?: string | undefined;
  /** Says what the choice means, or why it can't be made. */
  text?: ReactNode;
  isDisabled?: boolean;
};

type Props = {
  label: string;
  choices: Choice[];
  value: string | null;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** Id of the first choice, so that a list of problems can lead to it. */
  id?: string;
};

/** One of a few things, each with room to say what it means. Native radio buttons inside. */
export function ChoiceCards({ label, choices, value, onChange, error, id }: Props) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-required
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : errorId}
      className={classes.root}
    >
      {choices.map((choice, index) => (
        <label key={choice.value} className={classes.card}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={choice.value === value}
            disabled={choice.isDisabled}
            onChange={() => onChange(choice.value)}
            {...(index === 0 && id !== undefined && { id })}
          />
          <span className={classes.words}>
            <span className={classes.title}>
              {choice.title}
              {choice.mark !== undefined && <span className={classes.mark}>{choice.mark}</span>}
              {choice.tag !== undefined && <span className={classes.tag}>{choice.tag}</span>}
            </span>
            {choice.text !== undefined && <span className={classes.text}>{choice.text}</span>}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p className={classes.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
