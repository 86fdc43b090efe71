import type { DrmModel } from '@kinora/contract/drm';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';

/**
 * Chooses the model in which viewers first get a stream. The channel decides when the stream is planned for
 * the first time; later only people do.
 */
export function choosePlannedModel(task: {
  deliveryModel: DeliveryModel;
  isDrmRequired: boolean | null;
  drmTarget: DrmModel | null;
  defaultDrmModel: DrmModel;
  /** The stream is encrypted with a key server's key. */
  encrypts: boolean;
}): DrmModel {
  if (task.deliveryModel === 'classic' || task.encrypts) return 'none';
  if (task.isDrmRequired === null) return task.defaultDrmModel;
  return task.isDrmRequired ? (task.drmTarget ?? 'none') : 'none';
}
