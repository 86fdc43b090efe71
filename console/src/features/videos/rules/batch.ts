import type { BatchAction, VideoBatch } from '@kinora/contract/video-batches';

type Retry = { action: BatchAction; videos: { keys: string[] } };

/**
 * The same change for the failed items; undefined when it can't be repeated. An undo is made only once, and a
 * video that is gone or may not be changed would fail again.
 */
export function planRetry(batch: VideoBatch): Retry | undefined {
  const action = toAction(batch);
  const keys = batch.failures
    .filter(({ code }) => code !== 'not_found' && code !== 'forbidden')
    .map(({ key }) => key);
  if (action === undefined || keys.length === 0) return undefined;
  return { action, videos: { keys } };
}

function toAction({ action, tags, project }: VideoBatch): BatchAction | undefined {
  if (action === 'addTags' || action === 'removeTags') return { type: action, tags };
  if (action === 'delete' || action === 'rotateKeys') return { type: action };
  if (action === 'move' && project) return { type: 'move', projectKey: project.key };
  return undefined;
}
