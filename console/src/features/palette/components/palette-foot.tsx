import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../base/error-text.ts';
import { showKeys } from '../../../base/shortcuts.ts';
import classes from './palette.module.css';

type Props = {
  isWaiting: boolean;
  error: unknown;
  retry: () => void;
  /** Undefined while nothing is typed. */
  count: number | undefined;
};

/** An answer that comes sooner needs no word about it. */
const QUICK_MS = 300;

/** Says what keys do, or what the search is at. */
export function PaletteFoot({ isWaiting, error, retry, count }: Props) {
  const t = useTranslations('palette');
  const isSlow = useIsLate(isWaiting);
  return (
    <div className={classes.foot}>
      <p className="visually-hidden" role="status">
        {count !== undefined && !isWaiting && t('found', { count })}
      </p>
      {error !== null && !isWaiting ? (
        <Failure error={error} retry={retry} />
      ) : (
        <Keys>{isSlow && <span className={classes.state}>{t('searching')}</span>}</Keys>
      )}
    </div>
  );
}

function Failure({ error, retry }: Pick<Props, 'error' | 'retry'>) {
  const t = useTranslations('palette');
  const ui = useTranslations('ui');
  const { detail } = useErrorText()(error);
  return (
    <div className={classes.failure} role="alert">
      <span>
        {t('failed')} {detail}
      </span>
      <Button size="compact-sm" variant="default" onClick={retry}>
        {ui('retry')}
      </Button>
    </div>
  );
}

function Keys({ children }: { children: ReactNode }) {
  const t = useTranslations('palette.keys');
  const isMac = showKeys('mod+k').startsWith('⌘');
  return (
    <>
      <ul className={classes.keys} aria-hidden>
        <li>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('choose')}
        </li>
        <li>
          <kbd>↵</kbd> {t('open')}
        </li>
        <li>
          <kbd>{isMac ? '⌘ ↵' : 'Ctrl ↵'}</kbd> {t('newTab')}
        </li>
        <li>
          <kbd>Esc</kbd> {t('close')}
        </li>
      </ul>
      {children}
    </>
  );
}

/** True once something has lasted longer than one waits without asking. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), QUICK_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}
