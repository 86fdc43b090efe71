import { useTranslations } from 'use-intl';
import { Card } from '../card.tsx';
import classes from './effects-card.module.css';

type Props = { effects: readonly { title: string; text: string }[] };

/** Says from when on each change counts, and for which videos. */
export function EffectsCard({ effects }: Props) {
  const t = useTranslations('projects.settings');
  return (
    <Card title={t('effects')}>
      <dl className={classes.effects}>
        {effects.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
