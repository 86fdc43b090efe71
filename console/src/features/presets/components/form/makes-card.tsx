import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import { type PresetForm, toInput } from '../../rules/form.ts';
import { MODEL_LABELS } from '../../rules/models.ts';
import classes from './preset-form.module.css';
import { usePresetLines } from '../preset-words.ts';

/** Says in plain words what the preset makes as it stands; follows what is typed. */
export function MakesCard({ form }: { form: PresetForm }) {
  const t = useTranslations('presets');
  const lines = usePresetLines();
  return (
    <Card title={t('form.makes')}>
      <ul className={classes.makes}>
        {lines(toInput(form)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={classes.modelName}>{MODEL_LABELS[form.model]}</p>
      <p className={classes.hint}>{t(`models.${form.model}`)}</p>
    </Card>
  );
}
