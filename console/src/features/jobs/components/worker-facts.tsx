import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './job-list.module.css';

type Workers = { alive: number; slots: number; busy: number };

const strong = (chunks: ReactNode) => <strong className={classes.figure}>{chunks}</strong>;

/** Workers that are alive, and how many of their slots are at work. */
export function WorkerFacts({ workers }: { workers: Workers }) {
  const t = useTranslations('jobs.workers');
  const { alive, slots, busy } = workers;
  if (alive === 0) return t('none');
  return (
    <>
      <span>{t.rich('alive', { count: alive, b: strong })}</span>
      <span>{t.rich('busy', { busy, slots, b: strong })}</span>
    </>
  );
}
