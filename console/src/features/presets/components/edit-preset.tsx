import type { Preset } from '@kinora/contract/presets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { offerQuery, presetQuery, refreshPresets, updatePreset } from '../data.ts';
import { toForm } from '../rules/form.ts';
import type { Offer } from '../rules/models.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { PresetFormView } from './form/preset-form.tsx';
import { usePresetForm } from './form/use-preset-form.ts';

/** The form of a stored preset, but for its name. */
export function EditPreset({ preset }: { preset: Preset }) {
  const t = useTranslations('presets');
  const offer = useQuery(offerQuery(useTeamScope(), useLocale()));
  return (
    <Loaded query={offer} skeleton={<FormSkeleton />} item={t('item')}>
      {(offered) => <Edit preset={preset} offer={offered} />}
    </Loaded>
  );
}

function Edit({ preset, offer }: { preset: Preset; offer: Offer }) {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(() => toForm(preset));
  const state = usePresetForm({
    stored,
    run: (input) => updatePreset(scope, preset.id, { ...input, name: preset.name }),
    onDone: (saved, sent) => {
      // The parts keep their places, and stay open.
      setStored(sent);
      queryClient.setQueryData(presetQuery(scope, preset.id).queryKey, saved);
      return refreshPresets(queryClient, scope);
    },
  });
  return <PresetFormView state={state} offer={offer} isNew={false} />;
}
