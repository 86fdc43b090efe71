import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { listPageNumbers } from './page-numbers.ts';
import classes from './pager.module.css';

type PagerProps = {
  page: number;
  lastPage: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
};

/** Pages by number. Nothing but the count where one page holds all. */
export function Pager({ page, lastPage, perPage, total, onPage }: PagerProps) {
  const t = useTranslations('ui.pager');
  const from = Math.min(total, (page - 1) * perPage + 1);
  return (
    <nav className={classes.root} aria-label={t('label')}>
      <span role="status">{t('range', { from, to: Math.min(total, page * perPage), total })}</span>
      {lastPage > 1 && (
        <div className={classes.buttons}>
          <Step side="previous" disabled={page <= 1} onClick={() => onPage(page - 1)} />
          {listPageNumbers(page, lastPage).map((number, index) =>
            number === null ? (
              <span key={`gap-${index}`} className={classes.gap} aria-hidden>
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                className={classes.number}
                aria-label={t('page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            ),
          )}
          <Step side="next" disabled={page >= lastPage} onClick={() => onPage(page + 1)} />
        </div>
      )}
    </nav>
  );
}

type TokenPagerProps = {
  /** Rows before the first of this page. */
  offset: number;
  /** Rows of this page. */
  count: number;
  total: number;
  /** There may be more. */
  isTotalCapped: boolean;
  /** Opaque tokens; null at the ends. */
  previous: string | null;
  next: string | null;
  onGo: (token: string) => void;
  onFirst: () => void;
};

/** Next and previous by token, for lists too long to number. */
export function TokenPager(props: TokenPagerProps) {
  const { offset, count, total, isTotalCapped, previous, next, onGo, onFirst } = props;
  const t = useTranslations('ui.pager');
  return (
    <nav className={classes.root} aria-label={t('label')}>
      <span role="status">
        {t(isTotalCapped ? 'rangeAtLeast' : 'range', {
          from: offset + 1,
          to: offset + count,
          // Others may have added some since it was counted.
          total: Math.max(total, offset + count),
        })}
      </span>
      {(previous !== null || next !== null) && (
        <div className={classes.buttons}>
          {previous !== null && (
            <Button variant="subtle" color="gray" size="xs" onClick={onFirst}>
              {t('first')}
            </Button>
          )}
          <Step
            side="previous"
            disabled={previous === null}
            onClick={() => previous !== null && onGo(previous)}
          />
          <Step side="next" disabled={next === null} onClick={() => next !== null && onGo(next)} />
        </div>
      )}
    </nav>
  );
}

type StepProps = { side: 'previous' | 'next'; disabled: boolean; onClick: () => void };

function Step({ side, disabled, onClick }: StepProps) {
  const t = useTranslations('ui.pager');
  const Icon = side === 'next' ? IconChevronRight : IconChevronLeft;
  const icon = <Icon size={16} aria-hidden />;
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.step ?? ''}
      disabled={disabled}
      onClick={onClick}
      leftSection={side === 'previous' && icon}
      rightSection={side === 'next' && icon}
    >
      {t(side)}
    </Button>
  );
}
