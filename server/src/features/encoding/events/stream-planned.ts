import type { DrmModel } from '@kinora/contract/drm';
import { defineEvent, type EventFacts } from '../../../base/events.ts';

export const streamPlanned = defineEvent<
  EventFacts & {
    revisionKey: string;
    /** The model in which viewers are to get it first. */
    drmModel: DrmModel;
  }
>({ name: 'stream.planned', isAudited: false, subject: 'video' });
