import type { IncomingMessage } from 'node:http';
import { type Judgement, judgePlayback } from '@kinora/playback-rules/judge-playback';
import type { Rule } from '@kinora/playback-rules/rule';
import type { Documents } from './documents.ts';

/** Rejects with DocumentUnavailable. */
export type Judge = (
  request: IncomingMessage,
  target: { videoKey: string; folder?: string },
) => Promise<Judgement>;

/** May what a request asks for be watched? By the documents as they are now. */
export function createJudge(
  documents: Documents,
  now: () => number,
  rules?: readonly Rule[],
): Judge {
  return async ({ headers }, { videoKey, folder = null }) => {
    const [channel, video] = await Promise.all([
      documents.channel(headers.host ?? ''),
      documents.video(videoKey),
    ]);
    const viewer = { atMs: now(), referrer: headers.origin ?? headers.referer ?? null };
    return judgePlayback({ folder }, viewer, { channel, video }, rules);
  };
}
