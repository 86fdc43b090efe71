import { ERROR_SCREENS } from '@kinora/contract/bounds';
import { Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { type ScreenForm, type Status, toScreenPath } from '../rules/form.ts';
import { PictureField } from './picture-field.tsx';
import classes from './player-form.module.css';
import type { usePlayerForm } from './use-player-form.ts';

type Props = { form: ReturnType<typeof usePlayerForm> };

/** Viewers who may not watch see the standard words, or the team's own picture and words. */
export function ErrorScreens({ form }: Props) {
  const t = useTranslations('players');
  const { values, set, at } = form;
  const { id, label, readOnly } = at('errorScreensEnabled');
  return (
    <Card title={t('screens.title')} note={t('screens.note')}>
      <div className={classes.fields}>
        <Switch
          id={id}
          label={label}
          description={t('fields.errorScreensEnabledHint')}
          checked={values.errorScreensEnabled}
          disabled={readOnly}
          onChange={(event) => set({ errorScreensEnabled: event.currentTarget.checked })}
        />
        {values.errorScreensEnabled &&
          ERROR_SCREENS.map((status) => <ErrorScreen key={status} form={form} status={status} />)}
      </div>
    </Card>
  );
}

function ErrorScreen({ form, status }: Props & { status: Status }) {
  const t = useTranslations('players.screens');
  const { values, set, at } = form;
  const screen = values.screens[status];
  const change = (part: Partial<ScreenForm>) =>
    set({ screens: { ...values.screens, [status]: { ...screen, ...part } } });
  return (
    <section className={classes.screen} aria-label={t(`titles.${status}`)}>
      <h3>{t(`titles.${status}`)}</h3>
      <PictureField
        {...at(toScreenPath(status, 'imageUrl'))}
        hint={t('imageHint')}
        value={screen.imageUrl}
        onChange={(imageUrl) => change({ imageUrl })}
      />
      <TextInput
        {...at(toScreenPath(status, 'message'))}
        value={screen.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
        autoComplete="off"
      />
    </section>
  );
}
