import { ALLOWED, type DocumentRule, NOT_APPLICABLE, refuse } from './rule.ts';

const DELETED = refuse('video_deleted');
const NOT_READY = refuse('video_not_ready');
const FAILED = refuse('video_failed');
const NOT_FOUND = refuse('video_not_found');

/** A project's videos play on its channels alone. */
export const onChannel: DocumentRule = {
  name: 'onChannel',
  looksAt: 'documents',
  judge: ({ channel, project }) =>
    project?.channelIds.includes(channel.channelId) ? ALLOWED : NOT_FOUND,
};

const notDeleted: DocumentRule = {
  name: 'notDeleted',
  looksAt: 'documents',
  judge: ({ video }) => (video.state === 'deleted' ? DELETED : ALLOWED),
};

const ready: DocumentRule = {
  name: 'ready',
  looksAt: 'documents',
  judge: ({ video }) => {
    if (video.state === 'deleted') return NOT_APPLICABLE;
    if (video.state === 'playable' && video.stream) return ALLOWED;
    return video.isFailed ? FAILED : NOT_READY;
  },
};

/** Only the plan that is published now may be watched: an older one may have been withdrawn. */
const publishedPlan: DocumentRule = {
  name: 'publishedPlan',
  looksAt: 'documents',
  judge: ({ video: { stream } }, { folder }) => {
    if (!stream || folder === null) return NOT_APPLICABLE;
    return folder === (stream.folder ?? stream.revisionKey) ? ALLOWED : NOT_FOUND;
  },
};

export const DOCUMENT_RULES: readonly DocumentRule[] = [notDeleted, ready, publishedPlan];
