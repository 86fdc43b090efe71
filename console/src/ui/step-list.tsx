import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './step-list.module.css';

type Props = {
  /** Names of the steps, in their order. */
  steps: string[];
  current: number;
  /** The furthest step that was reached; up to there one may go. */
  reached: number;
  onGo: (step: number) => void;
};

/** Shows where one is in a wizard. On phones only the current step keeps its name. */
export function StepList({ steps, current, reached, onGo }: Props) {
  const t = useTranslations('ui.steps');
  return (
    <nav aria-label={t('label')}>
      <p className={classes.count}>
        {t('position', { step: current + 1, count: steps.length })}
        <b>{steps[current]}</b>
      </p>
      <ol className={classes.root}>
        {steps.map((name, index) => (
          <li key={name} className={classes.step} data-done={index < reached || undefined}>
            <button
              type="button"
              className={classes.button}
              disabled={index > reached}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => onGo(index)}
            >
              <span className={classes.mark} aria-hidden>
                {index < reached && index !== current ? (
                  <IconCheck size={15} stroke={2.4} />
                ) : (
                  index + 1
                )}
              </span>
              <span className={classes.name}>{name}</span>
              {index < reached && <span className="visually-hidden">{t('done')}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
