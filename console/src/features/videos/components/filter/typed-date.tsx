import { CloseButton, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DateProblem, Parsed } from '../../rules/date-text.ts';
import classes from './typed-date.module.css';

/** Typing counts when it has rested this long (specification 2, section 2). */
const PAUSE_MS = 1000;

type Props<T> = {
  label: string;
  description?: string;
  placeholder: string;
  /** The value in the address or the form, as it is typed; '' for none. */
  shown: string;
  parse: (text: string) => Parsed<T>;
  /** Undefined when it was emptied. */
  onValue: (value: T | undefined) => void;
  onProblem?: (problem: DateProblem | undefined) => void;
  /** For the messages: a date as it should be typed, and the first and last one. */
  example: string;
  from: string;
  to: string;
  error?: string | undefined;
  readOnly?: boolean;
  id?: string;
  /** Beside the cross that empties it. */
  children?: ReactNode;
};

/** A field for typing a date. The understood date is shown at once, and a problem below it. */
export function TypedDate<T>(props: Props<T>) {
  const { shown, parse, onValue, onProblem, example, from, to } = props;
  const t = useTranslations('videos.filter');
  const [text, setText] = useState(shown);
  const [seen, setSeen] = useState(shown);
  const [problem, setProblem] = useState<DateProblem>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Chosen in the calendar, cleared, or another language: follow.
  if (shown !== seen) {
    setSeen(shown);
    setText(shown);
    setProblem(undefined);
  }
  const judge = (found: DateProblem | undefined) => {
    setProblem(found);
    onProblem?.(found);
  };
  const read = (typed: string) => {
    clearTimeout(timer.current);
    if (typed.trim() === '') {
      judge(undefined);
      if (shown !== '') onValue(undefined);
      return;
    }
    const parsed = parse(typed);
    if ('problem' in parsed) return judge(parsed.problem);
    judge(undefined);
    if (typed !== shown) onValue(parsed.value);
  };
  const type = (typed: string) => {
    setText(typed);
    judge(undefined);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => read(typed), PAUSE_MS);
  };
  const message =
    problem && t(`problems.${problem}`, problem === 'format' ? { example } : { from, to });
  return (
    <TextInput
      label={props.label}
      description={props.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={props.placeholder}
      value={text}
      error={message ?? props.error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => text !== shown && read(text)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        read(text);
      }}
      readOnly={props.readOnly === true}
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      rightSectionWidth={props.children ? 64 : 34}
      rightSection={
        <span className={classes.end}>
          {text !== '' && !props.readOnly && (
            <CloseButton
              size="sm"
              aria-label={t('clearDate')}
              onClick={() => {
                setText('');
                read('');
              }}
            />
          )}
          {props.children}
        </span>
      }
      {...(props.id !== undefined && { id: props.id })}
    />
  );
}
