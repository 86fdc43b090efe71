import { DayPicker as GregorianPicker } from 'react-day-picker';
import { DayPicker as BuddhistPicker, enUS, th } from 'react-day-picker/buddhist';
import { useState } from 'react';
import { useLocale } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import type { DayLimits, DayRange } from '../../rules/date-text.ts';
import { type Day, toDay, toLocalDate } from '../../rules/day.ts';
import { useEra } from './use-era.ts';
import classes from './day-calendar.module.css';

// Parts of the picker by the names of our classes; each has one.
const part = (name: string) => classes[name] ?? '';
const classNames = {
  root: part('root'),
  months: part('months'),
  nav: part('nav'),
  button_previous: part('step'),
  button_next: part('step'),
  chevron: part('chevron'),
  month_caption: part('caption'),
  dropdowns: part('dropdowns'),
  dropdown_root: part('dropdownRoot'),
  dropdown: part('dropdown'),
  caption_label: part('captionLabel'),
  month_grid: part('grid'),
  weekday: part('weekday'),
  day: part('day'),
  day_button: part('dayButton'),
  today: part('today'),
  selected: part('selected'),
  range_start: part('rangeStart'),
  range_middle: part('rangeMiddle'),
  range_end: part('rangeEnd'),
  disabled: part('disabled'),
  outside: part('outside'),
  hidden: part('hidden'),
};

/** The calendar in the person's years, with what both kinds of choice share. */
function useCalendar(limits: DayLimits, shown: Day | undefined) {
  const isThai = useLocale() === 'th';
  const format = useFormat();
  const Picker = useEra() === 'buddhist' ? BuddhistPicker : GregorianPicker;
  const [min, max] = [toLocalDate(limits.min), toLocalDate(limits.max)];
  const isInside = shown !== undefined && shown >= limits.min && shown <= limits.max;
  return {
    Picker,
    look: {
      classNames,
      locale: isThai ? th : enUS,
      // Said as it is written: the picker's own "19th" does not hold the "19" that is seen.
      labels: { labelDayButton: (date: Date) => format.fullDate(date) },
      numerals: 'latn',
      weekStartsOn: 0,
      captionLayout: 'dropdown',
      startMonth: min,
      endMonth: max,
      disabled: { before: min, after: max },
      defaultMonth: isInside ? toLocalDate(shown) : max,
    } as const,
  };
}

type DayProps = {
  limits: DayLimits;
  /** The calendar opens at it as long as no day is chosen. */
  today: Day;
  value: Day | undefined;
  onChoose: (day: Day) => void;
};

export function DayCalendar({ limits, today, value, onChoose }: DayProps) {
  const { Picker, look } = useCalendar(limits, value ?? today);
  return (
    <Picker
      key={value}
      {...look}
      autoFocus
      mode="single"
      required
      selected={value === undefined ? undefined : toLocalDate(value)}
      onSelect={(date) => date && onChoose(toDay(date))}
    />
  );
}

type RangeProps = {
  limits: DayLimits;
  value: DayRange | undefined;
  onChoose: (range: DayRange) => void;
};

/** The first click chooses one day, the second the other end, and the third starts over. */
export function RangeCalendar({ limits, value, onChoose }: RangeProps) {
  const { Picker, look } = useCalendar(limits, value?.end);
  const [first, setFirst] = useState<Day>();
  const choose = (date: Date) => {
    const day = toDay(date);
    const isSecond = first !== undefined && first === value?.start && first === value.end;
    const [start = day, end = day] = isSecond ? [first, day].toSorted() : [day, day];
    setFirst(isSecond ? undefined : day);
    onChoose({ start, end });
  };
  return (
    <Picker
      {...look}
      mode="range"
      selected={value && { from: toLocalDate(value.start), to: toLocalDate(value.end) }}
      onSelect={(_, date) => choose(date)}
    />
  );
}
