import type { Drm } from '@kinora/contract/drm';
import type { VideoFilter } from '@kinora/contract/videos/filter';
import { definePart } from '../video-parts/parts.ts';
import { listDrmModels, toDrm, toDrmConditions } from './queries.ts';

/** The protection of the stream. */
export const drmPart = definePart({
  name: 'drm',
  at: 'vod',
  by: 'revisionKey',
  load: async (db, _team, revisionKeys) => {
    const models = await listDrmModels(db, revisionKeys);
    return new Map(models.map((one) => [one.revisionKey, toDrm(one)]));
  },
  present: (drm: Drm) => drm,
  narrow: (filter: Pick<VideoFilter, 'drmModels' | 'encryption'>) => toDrmConditions(filter),
});
