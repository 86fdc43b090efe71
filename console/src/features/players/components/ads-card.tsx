import { Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import classes from './player-form.module.css';
import type { usePlayerForm } from './use-player-form.ts';

type Props = { form: ReturnType<typeof usePlayerForm> };

/** Ads of the team's own ad server, before and during its videos. */
export function AdsCard({ form }: Props) {
  const t = useTranslations('players');
  const { values } = form;
  return (
    <Card title={t('ads.title')} note={t('ads.note')}>
      <div className={classes.fields}>
        <AdSwitch form={form} field="adsEnabled" />
        {values.adsEnabled && (
          <>
            <TextInput
              {...form.input('adTagUrl')}
              onBlur={() => values.adTagUrl !== '' && form.touch('adTagUrl')}
              type="url"
              inputMode="url"
              required
              description={t('fields.adTagUrlHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              spellCheck={false}
            />
            <AdSwitch form={form} field="autoplayAdsMuted" />
          </>
        )}
      </div>
    </Card>
  );
}

function AdSwitch({ form, field }: Props & { field: 'adsEnabled' | 'autoplayAdsMuted' }) {
  const t = useTranslations('players.fields');
  const { id, label, readOnly } = form.at(field);
  return (
    <Switch
      id={id}
      label={label}
      description={t(`${field}Hint`)}
      checked={form.values[field]}
      disabled={readOnly}
      onChange={(event) => form.set({ [field]: event.currentTarget.checked })}
    />
  );
}
