import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';

/** The model for new teams and for people who don't know the models: it plays on the most devices. */
export const RECOMMENDED_MODEL: DeliveryModel = 'classic';

export type TraitName =
  | 'anywhere'
  | 'mp4'
  | 'mp4Own'
  | 'drm'
  | 'dash'
  | 'onDemand'
  | 'noDrm'
  | 'noMp4';

export type Trait = { name: TraitName; isThere: boolean };

const there = (name: TraitName): Trait => ({ name, isThere: true });
const missing = (name: TraitName): Trait => ({ name, isThere: false });

const TRAITS: Record<DeliveryModel, readonly Trait[]> = {
  classic: [there('anywhere'), there('mp4Own'), missing('noDrm')],
  'model-k': [there('drm'), there('dash'), missing('noMp4')],
  'model-c': [there('onDemand'), there('drm'), missing('noMp4')],
};

/** Lists the reasons for choosing a delivery model, and its shortcomings. */
export const listModelTraits = (model: DeliveryModel): readonly Trait[] => TRAITS[model];

/** The same for a preset, which may make files to download already. */
export function listPresetTraits({
  vodDeliveryModel,
  profiles,
}: Pick<Preset, 'vodDeliveryModel' | 'profiles'>): readonly Trait[] {
  const hasMp4 = profiles.some(({ enabled, formatType }) => enabled && formatType === 'mp4');
  return TRAITS[vodDeliveryModel].map((trait) =>
    trait.name === 'mp4Own' && hasMp4 ? there('mp4') : trait,
  );
}

/** Finds the default preset for people without a preference: the first built-in one of that model. */
export function findRecommended<T extends Pick<Preset, 'isSystem' | 'vodDeliveryModel'>>(
  presets: readonly T[],
): T | undefined {
  return presets.find(
    ({ isSystem, vodDeliveryModel }) => isSystem && vodDeliveryModel === RECOMMENDED_MODEL,
  );
}
