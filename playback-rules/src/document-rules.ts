import type { StreamDescription } from '@kinora/contract/stream';
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

/**
 * Only the plan that is published now may be watched, and for their time those that it has replaced: an older
 * one may have been withdrawn.
 */
const publishedPlan: DocumentRule = {
  name: 'publishedPlan',
  looksAt: 'documents',
  judge: ({ video: { stream } }, { folder }, atMs) => {
    if (!stream || folder === null) return NOT_APPLICABLE;
    const untilMs = toFolders(stream).get(folder) ?? 0;
    if (untilMs === Infinity) return ALLOWED;
    return untilMs > atMs ? { ...ALLOWED, untilMs } : NOT_FOUND;
  },
};

/** The folders of a stream and of those that it has replaced, and until when each may be watched. */
function toFolders(stream: StreamDescription): Map<string, number> {
  const folders = new Map([[getFolder(stream), Infinity]]);
  for (const one of stream.earlier ?? []) {
    const folder = getFolder(one);
    folders.set(folder, Math.max(one.until, folders.get(folder) ?? 0));
  }
  return folders;
}

function getFolder({
  folder,
  revisionKey,
}: Pick<StreamDescription, 'folder' | 'revisionKey'>): string {
  return folder ?? revisionKey;
}

export const DOCUMENT_RULES: readonly DocumentRule[] = [notDeleted, ready, publishedPlan];
