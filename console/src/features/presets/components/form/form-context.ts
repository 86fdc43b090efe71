import { createContext, use } from 'react';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { ProfileForm } from '../../rules/form.ts';
import type { Offer } from '../../rules/models.ts';

/** The parts of a preset's form need this of the whole, beside what every form has. */
export type PresetScope = {
  model: DeliveryModel;
  offer: Offer;
  profiles: readonly ProfileForm[];
  /** Changes several profiles at once. */
  setProfiles: (profiles: ProfileForm[]) => void;
  openParts: ReadonlySet<string>;
  setOpen: (id: string, open: boolean) => void;
};

export const PresetContext = createContext<PresetScope | undefined>(undefined);

export function usePresetScope(): PresetScope {
  const scope = use(PresetContext);
  if (scope === undefined) throw new Error('Used outside a preset’s form');
  return scope;
}
