import { invalidField } from '../../base/errors.ts';

/**
 * Refuses multi-DRM as the default of a channel, since nothing gives its licences: nobody could watch
 * what is uploaded from then on.
 *
 * @throws AppError validation_failed
 */
export function requireMultiDrm(): never {
  const field = 'defaultDrmModelForNonClassicDelivery';
  throw invalidField(field, 'invalid_value', 'Nothing gives licences of multi-DRM yet');
}
