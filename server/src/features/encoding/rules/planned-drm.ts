import type { DrmModel } from '@kinora/contract/drm';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';

/**
 * The model in which viewers get a stream first. It is chosen by the channel when the stream is planned
 * for the first time, and by people alone from then on.
 */
export function choosePlannedModel(task: {
  deliveryModel: DeliveryModel;
  isDrmRequired: boolean | null;
  drmTarget: DrmModel | null;
  defaultDrmModel: DrmModel;
  /** It has a key server's key. */
  encrypts: boolean;
}): DrmModel {
  if (task.deliveryModel === 'classic' || task.encrypts) return 'none';
  if (task.isDrmRequired === null) return task.defaultDrmModel;
  return task.isDrmRequired ? (task.drmTarget ?? 'none') : 'none';
}
