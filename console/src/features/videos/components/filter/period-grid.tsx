import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type DayLimits, formatMonth, formatYear, type Month } from '../../rules/date-text.ts';
import { useEra } from './use-era.ts';
import classes from './period-grid.module.css';

const toYear = (day: string) => Number(day.slice(0, 4));
const clampTo = (limits: DayLimits, year: number) =>
  Math.min(toYear(limits.max), Math.max(toYear(limits.min), year));

type MonthProps = {
  limits: DayLimits;
  value: Month | undefined;
  onChoose: (month: Month) => void;
};

/** Twelve months of one year. */
export function MonthGrid({ limits, value, onChoose }: MonthProps) {
  const t = useTranslations('videos.filter');
  const lang = useLocale();
  const era = useEra();
  const [year, setYear] = useState(clampTo(limits, value?.year ?? toYear(limits.max)));
  const names = useMemo(() => {
    const format = new Intl.DateTimeFormat(lang === 'th' ? 'th-TH' : 'en-GB', { month: 'short' });
    return Array.from({ length: 12 }, (_, month) => format.format(new Date(2024, month, 1)));
  }, [lang]);
  const isInside = (month: number) => {
    const first = `${year}-${String(month).padStart(2, '0')}`;
    return first >= limits.min.slice(0, 7) && first <= limits.max.slice(0, 7);
  };
  const step = (by: number) => {
    const next = year + by;
    const isOut = clampTo(limits, next) !== next;
    const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
    const label = by < 0 ? t('previousYear') : t('nextYear');
    return (
      <ActionIcon aria-label={label} disabled={isOut} onClick={() => setYear(next)}>
        <Icon size={17} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        {step(-1)}
        <b aria-live="polite">{formatYear(year, era)}</b>
        {step(1)}
      </div>
      <div
        className={classes.grid}
        role="group"
        aria-label={t('months', { year: formatYear(year, era) })}
      >
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            className={classes.cell}
            disabled={!isInside(index + 1)}
            aria-pressed={value?.year === year && value.month === index + 1}
            title={formatMonth({ year, month: index + 1 }, era)}
            onClick={() => onChoose({ year, month: index + 1 })}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}

type YearProps = {
  limits: DayLimits;
  value: number | undefined;
  onChoose: (year: number) => void;
};

/** All years that may be chosen, the latest first. */
export function YearGrid({ limits, value, onChoose }: YearProps) {
  const t = useTranslations('videos.filter');
  const era = useEra();
  const last = toYear(limits.max);
  const years = Array.from({ length: last - toYear(limits.min) + 1 }, (_, back) => last - back);
  return (
    <div className={classes.grid} role="group" aria-label={t('years')}>
      {years.map((year) => (
        <button
          key={year}
          type="button"
          className={classes.cell}
          aria-pressed={value === year}
          onClick={() => onChoose(year)}
        >
          {formatYear(year, era)}
        </button>
      ))}
    </div>
  );
}
