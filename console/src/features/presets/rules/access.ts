import { normaliseText } from '@kinora/contract/normalise-text';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';
import { readFrom } from '../../../base/router/list-search.ts';
import { DELIVERY_MODELS } from './models.ts';

/** Says why a preset can't be changed; undefined when it can. The first of several reasons is shown. */
export function findFixedReason(
  preset: Pick<Preset, 'isSystem' | 'isInUse'>,
): 'system' | 'inUse' | undefined {
  if (preset.isSystem) return 'system';
  return preset.isInUse ? 'inUse' : undefined;
}

/** Says which model was chosen for a new preset, and which preset it is a copy of. */
export function readCreateSearch(raw: Record<string, unknown>): {
  model: DeliveryModel | undefined;
  from: string | undefined;
} {
  const model = DELIVERY_MODELS.find((one) => one === raw['model']);
  return { model, ...readFrom(raw) };
}

/** Presets whose name holds the text, ignoring case. */
export function searchPresets<T extends { name: string }>(presets: readonly T[], q: string): T[] {
  const wanted = normaliseText(q).toLocaleLowerCase();
  return presets.filter(({ name }) => normaliseText(name).toLocaleLowerCase().includes(wanted));
}

/** A list that is longer than this has a search box. */
export const SEARCH_ABOVE = 10;
