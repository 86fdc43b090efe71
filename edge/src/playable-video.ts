import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import type { Documents } from './documents.ts';
import { type Refusal, VIDEO_DELETED, VIDEO_NOT_FOUND, VIDEO_NOT_READY } from './replies.ts';

export interface PlayableVideo {
  document: PublishedVideo;
  stream: StreamDescription;
  /** What addresses in answers carry on from the request; nothing needs it yet. */
  suffix: string;
}

/**
 * The video as the channel at `host` shows it. A video of another team is one that does not
 * exist, also when it is deleted: its key tells nothing on another team's domain.
 */
export async function findPlayableVideo(
  documents: Documents,
  host: string,
  videoKey: string,
): Promise<PlayableVideo | Refusal> {
  const [channel, video] = await Promise.all([documents.channel(host), documents.video(videoKey)]);
  if (!channel || !video || channel.teamId !== video.teamId) return VIDEO_NOT_FOUND;
  if (video.state === 'deleted') return VIDEO_DELETED;
  if (video.state === 'notReady' || !video.stream) return VIDEO_NOT_READY;
  return { document: video, stream: video.stream, suffix: '' };
}
