import { AUTOPLAY_MODES, PRELOADS } from '@kinora/contract/bounds';
import type { Player } from '@kinora/contract/players';
import { Switch, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { CreateEnd, SaveBar } from '../../../ui/form/save-bar.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { type PlayerForm, toOptions } from '../rules/form.ts';
import { AdsCard } from './ads-card.tsx';
import { ColorField } from './color-field.tsx';
import { ErrorScreens } from './error-screens.tsx';
import { PictureField } from './picture-field.tsx';
import { PlayerPreview } from './player-preview.tsx';
import classes from './player-form.module.css';
import { usePlayerForm } from './use-player-form.ts';

type Props = {
  /** Undefined makes a new one. */
  player?: Player;
  /** A new one begins with it. */
  initial?: PlayerForm | undefined;
};

/** Makes a player or changes one, and shows it as one types. */
export function PlayerFormView({ player, initial }: Props) {
  const t = useTranslations('players');
  const { teamName } = useTeamScope();
  const form = usePlayerForm(player, initial);
  return (
    <Form form={form} isPage>
      <FormPage preview={<PlayerPreview options={toOptions(form.values)} />} isSticky>
        <LooksCard form={form} isNew={player === undefined} />
        <PlayingCard form={form} />
        <AdsCard form={form} />
        <ErrorScreens form={form} />
        {player ? (
          <SaveBar />
        ) : (
          <CreateEnd label={t('create')} cancel={{ to: paths.players(teamName) }} />
        )}
      </FormPage>
    </Form>
  );
}

type CardProps = { form: ReturnType<typeof usePlayerForm> };

function LooksCard({ form, isNew }: CardProps & { isNew: boolean }) {
  const t = useTranslations('players');
  const { values, set, at } = form;
  return (
    <Card title={t('looks')}>
      <div className={classes.fields}>
        <FormErrors />
        <TextInput {...form.input('name')} required autoComplete="off" autoFocus={isNew} />
        <ColorField
          {...at('color')}
          hint={t('fields.colorHint')}
          value={values.color}
          onChange={(color) => set({ color })}
        />
        <PictureField
          {...at('logoUrl')}
          hint={t('fields.logoHint')}
          value={values.logoUrl}
          onChange={(logoUrl) => set({ logoUrl })}
        />
        <Toggle form={form} field="seekButtons" />
        <Toggle form={form} field="speedControl" />
      </div>
    </Card>
  );
}

function PlayingCard({ form }: CardProps) {
  const t = useTranslations('players');
  const { values, set, at } = form;
  return (
    <Card title={t('playing')} note={t('playingNote')}>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <Select
            {...at('autoplayMode')}
            description={t(`autoplay.${values.autoplayMode}Hint`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            choices={AUTOPLAY_MODES.map((value) => ({ value, label: t(`autoplay.${value}`) }))}
            value={values.autoplayMode}
            onChange={(autoplayMode) => set({ autoplayMode })}
          />
          <Select
            {...at('preload')}
            description={t(`preload.${values.preload}Hint`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            choices={PRELOADS.map((value) => ({ value, label: t(`preload.${value}`) }))}
            value={values.preload}
            onChange={(preload) => set({ preload })}
          />
        </div>
        <Toggle form={form} field="muted" />
        <Toggle form={form} field="autoRotate" />
        <Toggle form={form} field="lighthouseEnabled" />
      </div>
    </Card>
  );
}

type Switches = 'seekButtons' | 'speedControl' | 'muted' | 'autoRotate' | 'lighthouseEnabled';

function Toggle({ form, field }: CardProps & { field: Switches }) {
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
