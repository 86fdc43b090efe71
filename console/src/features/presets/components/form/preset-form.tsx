import { listModelFormats } from '@kinora/contract/preset-rules/codecs';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FormPage } from '../../../../ui/form-page.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { FormErrors } from '../../../../ui/form/form-errors.tsx';
import { CreateEnd, SaveBar } from '../../../../ui/form/save-bar.tsx';
import type { ProfileForm } from '../../rules/form.ts';
import type { Offer } from '../../rules/models.ts';
import { createProfile } from '../../rules/parts.ts';
import { PresetContext } from './form-context.ts';
import { GeneralCard } from './general-card.tsx';
import { MakesCard } from './makes-card.tsx';
import classes from './preset-form.module.css';
import { ProfileCard } from './profile-card.tsx';
import type { PresetFormState } from './use-preset-form.ts';

type Props = {
  state: PresetFormState;
  offer: Offer;
  /** A new preset is named in the form, and has a way back to the models. */
  isNew: boolean;
  back?: ReactNode;
};

/** The whole form of a preset, next to a summary of its results. */
export function PresetFormView({ state, offer, isNew, back }: Props) {
  const t = useTranslations('presets.form');
  const { form, openParts, setOpen } = state;
  const { values, set } = form;
  const { model, profiles } = values;
  const setProfiles = (next: ProfileForm[]) => set({ profiles: next });
  return (
    <PresetContext value={{ model, offer, profiles, setProfiles, openParts, setOpen }}>
      <Form form={form} isPage>
        <FormPage aside={<MakesCard form={values} />} asideLabel={t('makes')} isSticky>
          <FormErrors />
          <GeneralCard form={values} onChange={set} withName={isNew} />
          {profiles.map((profile, index) => (
            <ProfileCard
              key={profile.id}
              index={index}
              path={`profiles.${index}`}
              profile={profile}
              onChange={(next) => set({ profiles: profiles.with(index, next) })}
              onAdded={(id, path) => {
                setOpen(id, true);
                form.focus(path);
              }}
              onRemoved={form.focus}
              onRemove={
                profiles.length > 1
                  ? () => {
                      set({ profiles: profiles.toSpliced(index, 1) });
                      form.focus('profiles');
                    }
                  : undefined
              }
            />
          ))}
          <Profiles form={form} />
          {isNew ? <CreateEnd label={t('create')} back={back} /> : <SaveBar />}
        </FormPage>
      </Form>
    </PresetContext>
  );
}

/** Shows problems of the profiles as a whole, and adds another one. */
function Profiles({ form }: { form: PresetFormState['form'] }) {
  const t = useTranslations('presets.form');
  const { model, profiles } = form.values;
  const { id, error } = form.at('profiles');
  const isFull = profiles.length >= listModelFormats(model).length;
  return (
    <>
      {error !== undefined && (
        <p className={classes.error} role="alert" {...(isFull && { id, tabIndex: -1 })}>
          {error}
        </p>
      )}
      {!isFull && (
        <div>
          <Button
            id={id}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={form.isFixed}
            onClick={() => {
              form.set({ profiles: [...profiles, createProfile(model, profiles, t('audioName'))] });
              form.focus(`profiles.${profiles.length}.name`);
            }}
          >
            {t('addProfile')}
          </Button>
        </div>
      )}
    </>
  );
}
