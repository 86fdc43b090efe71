import { z } from 'zod';
import { createCalls } from './call.ts';
import { commaList, Id } from './fields.ts';

/**
 * How the segments of an adaptive stream are protected: not at all; or encrypted (`cbcs`), signalled
 * for ClearKey alone or for Widevine, PlayReady and FairPlay.
 */
export const DrmModel = z.enum(['none', 'clearKey', 'multiDrm']);
export type DrmModel = z.infer<typeof DrmModel>;

export const Drm = z.object({
  /** The model that viewers get now. */
  drmModel: DrmModel,
  /**
   * The model that it is being packaged for, which is the same where it gets a new key; null while nothing
   * changes.
   */
  drmModelChange: z.object({ drmModel: DrmModel, state: z.enum(['running', 'failed']) }).nullable(),
});
export type Drm = z.infer<typeof Drm>;

export const Protecting = z
  .enum(['running', 'failed'])
  .nullable()
  .describe('No viewer gets it before it is protected; null once they may have it');

/** Protection adds these to the revision that plays, and to the filter of lists. */
export const videoDrm = {
  vod: Drm.shape,
  filter: {
    drmModels: commaList(DrmModel, 3).optional().describe('Protections, of which a video has one'),
    encryption: z.enum(['clear', 'encrypted']).optional().describe('By DRM or a key server'),
  },
};

const call = createCalls('videos');

export const drm = {
  setModel: call({
    who: 'uploader',
    problems: {
      409: 'Of a classic preset, encrypted with the key of a key server, or not encoded yet',
    },
  })
    .route({
      method: 'PUT',
      path: '/api/v1/videos/{id}/vods/{vodId}/drm-model',
      summary: 'Protect a stream, or stop protecting it; it is packaged anew, not encoded',
    })
    .input(z.object({ id: Id, vodId: Id, drmModel: DrmModel }))
    .output(Drm),
  rotateKeys: call({
    who: 'uploader',
    problems: { 409: 'Not encrypted, or not encoded yet' },
  })
    .route({
      method: 'POST',
      path: '/api/v1/videos/{id}/vods/{vodId}/rotate-keys',
      successStatus: 202,
      summary: 'Encrypt a stream with a new key, of its key server or of ours; it is not encoded',
    })
    .input(z.object({ id: Id, vodId: Id }))
    .output(Drm),
};
