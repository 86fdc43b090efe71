import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Fact } from '../../../ui/page-head.tsx';

type Workers = { alive: number; slots: number; busy: number };

/** Workers that are alive, and how many of their slots are at work. */
export function WorkerFacts({ workers }: { workers: Workers }) {
  const t = useTranslations('jobs.workers');
  const format = useFormat();
  const { alive, slots, busy } = workers;
  if (alive === 0) return t('none');
  return (
    <>
      <Fact value={format.number(alive)}>{t('alive', { count: alive })}</Fact>
      <Fact value={`${format.number(busy)}/${format.number(slots)}`}>
        {t('busy', { count: slots })}
      </Fact>
    </>
  );
}
