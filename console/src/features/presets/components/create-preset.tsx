import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { FormEnd } from '../../../ui/form/form-bar.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Link } from '../../../ui/link.tsx';
import { StepList } from '../../../ui/step-list.tsx';
import { createPreset, presetQuery, refreshPresets } from '../data.ts';
import { readCreateSearch } from '../rules/access.ts';
import { type PresetForm, toForm } from '../rules/form.ts';
import { DELIVERY_MODELS, MODEL_LABELS, type Offer } from '../rules/models.ts';
import { createForm, withModel } from '../rules/parts.ts';
import { listModelTraits, RECOMMENDED_MODEL } from '../rules/traits.ts';
import classes from './create-preset.module.css';
import { TraitList } from './trait-list.tsx';
import { PresetFormView } from './form/preset-form.tsx';
import { usePresetForm } from './form/use-preset-form.ts';

type Props = {
  offer: Offer;
  /** The preset that the new one is a copy of. */
  source: Preset | undefined;
};

/** A model first, then the details. The model stands in the address, so that "back" leads to it. */
export function CreatePreset({ offer, source }: Props) {
  const t = useTranslations('presets');
  const [{ model }, change] = useSearchParams(readCreateSearch);
  const [initial] = useState<PresetForm>(() =>
    source === undefined
      ? createForm(model ?? 'classic', t('form.audioName'))
      : { ...toForm(source), name: t('form.copyOf', { name: source.name }) },
  );
  const state = useCreate(initial);
  const { values, set, save } = state.form;
  const isDetails = model !== undefined || source !== undefined;
  useStepFocus(isDetails);
  const go = (chosen: DeliveryModel | undefined) => change({ model: chosen }, { push: true });
  const choose = (chosen: DeliveryModel) => {
    if (chosen !== values.model) set(withModel(values, chosen));
  };
  return (
    <>
      {source === undefined && (
        <StepList
          steps={[t('create.model'), t('create.details')]}
          current={isDetails ? 1 : 0}
          reached={isDetails ? 1 : 0}
          onGo={(step) => go(step === 0 ? undefined : values.model)}
        />
      )}
      {isDetails ? (
        <PresetFormView
          state={state}
          offer={offer}
          isNew
          back={
            source === undefined && (
              <Button variant="default" disabled={save.isPending} onClick={() => go(undefined)}>
                {t('create.back')}
              </Button>
            )
          }
        />
      ) : (
        <ModelStep model={values.model} onChoose={choose} onNext={() => go(values.model)} />
      )}
    </>
  );
}

/** The button that changed the step is gone, so the focus goes to where the other one begins. */
function useStepFocus(isDetails: boolean): void {
  const shown = useRef(isDetails);
  useEffect(() => {
    if (shown.current === isDetails) return;
    shown.current = isDetails;
    document.getElementById(isDetails ? 'preset-name' : MODEL_TITLE_ID)?.focus();
  }, [isDetails]);
}

const MODEL_TITLE_ID = 'preset-model-title';

function useCreate(stored: PresetForm) {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return usePresetForm({
    stored,
    run: (input) => createPreset(scope, input),
    done: ({ name }) => t('create.done', { name }),
    isNew: true,
    leaves: true,
    onDone: async (preset) => {
      queryClient.setQueryData(presetQuery(scope, preset.id).queryKey, preset);
      await navigate({ to: paths.presets(scope.teamName), ignoreBlocker: true });
      await refreshPresets(queryClient, scope);
    },
  });
}

type StepProps = {
  model: DeliveryModel;
  onChoose: (model: DeliveryModel) => void;
  onNext: () => void;
};

function ModelStep({ model, onChoose, onNext }: StepProps) {
  const t = useTranslations('presets');
  const words = useTranslations('ui');
  const { teamName } = useTeamScope();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <FormPage>
        <Card>
          <h2 id={MODEL_TITLE_ID} tabIndex={-1} className={classes.title}>
            {t('create.modelTitle')}
          </h2>
          <p className={classes.note}>{t('create.modelNote')}</p>
          <ChoiceCards
            label={t('create.model')}
            value={model}
            onChange={(value) => {
              const found = DELIVERY_MODELS.find((one) => one === value);
              if (found) onChoose(found);
            }}
            choices={DELIVERY_MODELS.map((value) => ({
              value,
              title: MODEL_LABELS[value],
              mark: value === RECOMMENDED_MODEL ? t('recommended') : undefined,
              text: (
                <>
                  <span>{t(`why.${value}`)}</span>
                  <TraitList traits={listModelTraits(value)} />
                </>
              ),
            }))}
          />
        </Card>
        <FormEnd>
          <Button type="submit">{t('create.next')}</Button>
          <Button component={Link} to={paths.presets(teamName)} variant="default">
            {words('cancel')}
          </Button>
        </FormEnd>
      </FormPage>
    </form>
  );
}
