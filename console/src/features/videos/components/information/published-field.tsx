import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useNow } from '../../../../base/use-now.ts';
import { getMenuButtonProps } from '../../../../ui/menu-button.ts';
import { Popover } from '../../../../ui/popover.ts';
import {
  type DateProblem,
  EARLIEST_YEAR,
  formatDay,
  LATEST_DAY,
  parseDay,
} from '../../rules/date-text.ts';
import { type Day, getDayAt } from '../../rules/day.ts';
import { TypedDate } from '../filter/typed-date.tsx';
import { useEra } from '../filter/use-era.ts';

const DayCalendar = lazyPart(async () => (await import('../filter/day-calendar.tsx')).DayCalendar);

type Props = {
  id: string;
  label: string;
  value: Day | null;
  onChange: (value: Day | null) => void;
  onProblem: (problem: DateProblem | undefined) => void;
  error: string | undefined;
  readOnly: boolean;
};

/** A programme may have been shown long ago, or be yet to come. */
const LIMITS = { min: `${EARLIEST_YEAR}-01-01`, max: LATEST_DAY };

/** The day that viewers see instead of the day of the upload. */
export function PublishedField(props: Props) {
  const { id, label, value, onChange, onProblem, error, readOnly } = props;
  const t = useTranslations('videos');
  const isThai = useLocale() === 'th';
  const era = useEra();
  const [opened, setOpened] = useState(false);
  const calendar = { id: useId(), opened };
  const target = useRef<HTMLButtonElement>(null);
  const today = getDayAt(useNow());
  return (
    <TypedDate
      id={id}
      label={label}
      description={t('form.publishedHint')}
      placeholder={readOnly ? t('form.none') : t('filter.formats.day')}
      shown={value === null ? '' : formatDay(value, era)}
      parse={(text) => parseDay(text, isThai, LIMITS)}
      onValue={(day) => onChange(day ?? null)}
      onProblem={onProblem}
      example={formatDay(today, era)}
      from={formatDay(LIMITS.min, era)}
      to={formatDay(LIMITS.max, era)}
      error={error}
      readOnly={readOnly}
    >
      {!readOnly && (
        <>
          <ActionIcon
            ref={target}
            size="md"
            aria-label={t('filter.openCalendar')}
            {...getMenuButtonProps(calendar, 'dialog')}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
          <Popover
            {...calendar}
            target={target}
            onClose={() => setOpened(false)}
            position="bottom-end"
            width={336}
          >
            <DayCalendar
              limits={LIMITS}
              today={today}
              value={value ?? undefined}
              onChoose={(day) => {
                onChange(day);
                setOpened(false);
              }}
            />
          </Popover>
        </>
      )}
    </TypedDate>
  );
}
