import { defineEvent, type EventFacts } from '../../base/events.ts';
import { seenIn } from '../../base/published-documents.ts';

const subject = 'video';
type UploadFacts = EventFacts & { key: string; revisionKey: string };
/**
 * A file begins to come; said once for each upload. From here on the watch link is handed out, and its page
 * waits for the video.
 */
export const uploadStarted = defineEvent<UploadFacts>({
  name: 'upload.started',
  isAudited: false,
  subject,
  published: seenIn('video'),
});
/** More of a file is stored. */
export const uploadProgressed = defineEvent({
  name: 'upload.progressed',
  isAudited: false,
  subject,
});
/** The last byte of a file is stored; said once for each upload. */
export const uploadCompleted = defineEvent<UploadFacts>({
  name: 'upload.completed',
  isAudited: false,
  subject,
});
/** An upload that never had its last byte is gone. */
export const uploadRemoved = defineEvent<UploadFacts>({
  name: 'upload.removed',
  isAudited: false,
  subject,
});
