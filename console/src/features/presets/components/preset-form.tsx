import { formatsOfModel } from '@kinora/contract/preset-rules/codecs';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useSaveKey } from '../../../base/use-save-key.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { newProfile } from '../rules/parts.ts';
import { fieldId, FormContext } from './form-context.ts';
import { GeneralCard } from './general-card.tsx';
import { MakesCard } from './makes-card.tsx';
import classes from './preset-form.module.css';
import { useFieldLabel } from './problem-words.ts';
import { ProfileCard } from './profile-card.tsx';
import { SaveBar } from './save-bar.tsx';
import type { PresetFormState } from './use-preset-form.ts';

type Props = {
  state: PresetFormState;
  /** A new preset is named in the form, and has a way back to the models. */
  isNew: boolean;
  back?: ReactNode;
};

/** The whole form of a preset, with what it is going to make beside it. */
export function PresetFormView({ state, isNew, back }: Props) {
  const t = useTranslations('presets.form');
  const label = useFieldLabel();
  const { form, scope, save, submit, change } = state;
  useSaveKey(submit, true);
  const refused: Record<string, { label: string; id: string }> = {};
  for (const path of Object.keys(fieldErrors(save.error))) {
    refused[path] = { label: label(path), id: fieldId(path) };
  }
  return (
    <FormContext value={scope}>
      <LeaveGuard when={state.isDirty} />
      <form
        className={classes.columns}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={classes.column}>
          <FormErrors error={save.error} fields={refused} />
          <GeneralCard form={form} onChange={change} withName={isNew} />
          {form.profiles.map((profile, index) => (
            <ProfileCard
              key={profile.id}
              index={index}
              path={`profiles.${index}`}
              profile={profile}
              onChange={(next) => change({ ...form, profiles: form.profiles.with(index, next) })}
              onAdded={(id, path) => {
                state.openPart(id);
                state.focus(path);
              }}
              onRemoved={state.focus}
              onRemove={
                form.profiles.length > 1
                  ? () => {
                      change({ ...form, profiles: form.profiles.toSpliced(index, 1) });
                      state.focus('profiles');
                    }
                  : undefined
              }
            />
          ))}
          <Profiles state={state} />
          <SaveBar
            isDirty={state.isDirty}
            isSaving={save.isPending}
            isSaved={save.isSuccess}
            problemCount={state.problemCount}
            submitLabel={isNew ? t('create') : undefined}
            onDiscard={isNew ? undefined : state.discard}
            back={back}
          />
        </div>
        <MakesCard form={form} />
      </form>
    </FormContext>
  );
}

/** What is wrong with the profiles as a whole, and the way to another one. */
function Profiles({ state }: { state: PresetFormState }) {
  const t = useTranslations('presets.form');
  const { form, scope, change } = state;
  const error = scope.errorAt('profiles');
  const isFull = form.profiles.length >= formatsOfModel(form.model).length;
  return (
    <>
      {error !== undefined && (
        <p
          className={classes.error}
          role="alert"
          {...(isFull && { id: fieldId('profiles'), tabIndex: -1 })}
        >
          {error}
        </p>
      )}
      {!isFull && (
        <div>
          <Button
            id={fieldId('profiles')}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={scope.busy}
            onClick={() => {
              const added = newProfile(form.model, form.profiles, t('audioName'));
              change({ ...form, profiles: [...form.profiles, added] });
              state.focus(`profiles.${form.profiles.length}.name`);
            }}
          >
            {t('addProfile')}
          </Button>
        </div>
      )}
    </>
  );
}
