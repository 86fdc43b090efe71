import { defineEvent, type EventFacts } from '../../base/events.ts';
import type { ProcessingState } from '@kinora/contract/videos/summary';

export const revisionChanged = defineEvent<
  EventFacts & {
    /** The video's. */
    key: string;
    state: ProcessingState;
    /** Names of the columns that were written. */
    columns: readonly string[];
  }
>({ name: 'revision.written', subject: 'video' });
