import { Button, SegmentedControl } from '@mantine/core';
import { useLocale, useTranslations } from 'use-intl';
import {
  type DayRange,
  formatDayRange,
  type DayLimits,
  formatDay,
  formatMonth,
  parseDayRange,
  parseMonth,
  parseYear,
  formatYear,
} from '../../rules/date-text.ts';
import { addDays, type Day } from '../../rules/day.ts';
import type { DateFilter as Chosen, DateFilterType } from '../../rules/video-search.ts';
import { RangeCalendar } from './day-calendar.tsx';
import { MonthGrid, YearGrid } from './period-grid.tsx';
import { TypedDate } from './typed-date.tsx';
import { useEra } from './use-era.ts';
import classes from './filter-drawer.module.css';

type Props = {
  type: DateFilterType;
  date: Chosen | undefined;
  limits: DayLimits;
  onType: (type: DateFilterType) => void;
  onDate: (date: Chosen | undefined) => void;
};

const TYPES: readonly DateFilterType[] = ['dateRange', 'month', 'year'];

/** Shows when a video was created: typed, or picked below. */
export function DateFilter(props: Props) {
  const t = useTranslations('videos.filter');
  const { type, onType } = props;
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{t('date')}</legend>
      <SegmentedControl
        fullWidth
        value={type}
        onChange={(value) => {
          const chosen = TYPES.find((one) => one === value);
          if (chosen) onType(chosen);
        }}
        data={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      {type === 'dateRange' && <RangePart {...props} />}
      {type === 'month' && <MonthPart {...props} />}
      {type === 'year' && <YearPart {...props} />}
    </fieldset>
  );
}

function RangePart({ date, limits, onDate }: Props) {
  const t = useTranslations('videos.filter');
  const isThai = useLocale() === 'th';
  const era = useEra();
  const value = date?.type === 'dateRange' ? date : undefined;
  return (
    <>
      <TypedDate
        label={t('types.dateRange')}
        placeholder={t('formats.dateRange')}
        shown={value ? formatDayRange(value, era) : ''}
        parse={(text) => parseDayRange(text, isThai, limits)}
        onValue={(range) => onDate(range && { type: 'dateRange', ...range })}
        example={formatDayRange({ start: limits.min, end: limits.max }, era)}
        from={formatDay(limits.min, era)}
        to={formatDay(limits.max, era)}
      />
      <RecentDays limits={limits} value={value} onDate={onDate} />
      <RangeCalendar
        limits={limits}
        value={value}
        onChoose={(range) => onDate({ type: 'dateRange', ...range })}
      />
    </>
  );
}

type RecentProps = Pick<Props, 'limits' | 'onDate'> & { value: DayRange | undefined };

/** Offers the most common spans in one press. A span from before the first day begins with that day. */
function RecentDays({ limits: { min, max }, value, onDate }: RecentProps) {
  const t = useTranslations('videos.filter.recent');
  const from = (day: Day): DayRange => ({ start: day < min ? min : day, end: max });
  const ranges = [
    ...[7, 30].map((count) => ({
      label: t('days', { count }),
      range: from(addDays(max, 1 - count)),
    })),
    { label: t('month'), range: from(`${max.slice(0, 7)}-01`) },
  ];
  return (
    <div className={classes.choices}>
      {ranges.map(({ label, range }) => {
        const isOn = value?.start === range.start && value.end === range.end;
        return (
          <Button
            key={label}
            size="compact-sm"
            variant={isOn ? 'light' : 'default'}
            aria-pressed={isOn}
            onClick={() => onDate(isOn ? undefined : { type: 'dateRange', ...range })}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}

function toMonth(day: string) {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
}

function MonthPart({ date, limits, onDate }: Props) {
  const t = useTranslations('videos.filter');
  const isThai = useLocale() === 'th';
  const era = useEra();
  const value = date?.type === 'month' ? date : undefined;
  const [first, last] = [
    formatMonth(toMonth(limits.min), era),
    formatMonth(toMonth(limits.max), era),
  ];
  return (
    <>
      <TypedDate
        label={t('types.month')}
        placeholder={t('formats.month')}
        shown={value ? formatMonth(value, era) : ''}
        parse={(text) => parseMonth(text, isThai, limits)}
        onValue={(month) => onDate(month && { type: 'month', ...month })}
        example={last}
        from={first}
        to={last}
      />
      <MonthGrid
        key={value?.year}
        limits={limits}
        value={value}
        onChoose={(month) => onDate({ type: 'month', ...month })}
      />
    </>
  );
}

function YearPart({ date, limits, onDate }: Props) {
  const t = useTranslations('videos.filter');
  const isThai = useLocale() === 'th';
  const era = useEra();
  const value = date?.type === 'year' ? date.year : undefined;
  const text = (day: string) => formatYear(Number(day.slice(0, 4)), era);
  return (
    <>
      <TypedDate
        label={t('types.year')}
        placeholder={t('formats.year')}
        shown={value === undefined ? '' : formatYear(value, era)}
        parse={(typed) => parseYear(typed, isThai, limits)}
        onValue={(year) => onDate(year === undefined ? undefined : { type: 'year', year })}
        example={text(limits.max)}
        from={text(limits.min)}
        to={text(limits.max)}
      />
      <YearGrid limits={limits} value={value} onChoose={(year) => onDate({ type: 'year', year })} />
    </>
  );
}
