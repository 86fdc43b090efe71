import type { IncomingMessage } from 'node:http';
import { type Judgement, judgePlayback } from '@kinora/playback-rules/judge-playback';
import type { Rule } from '@kinora/playback-rules/rule';
import type { Documents } from './documents.ts';

/** Rejects with DocumentUnavailable. */
export type Judge = (
  request: IncomingMessage,
  target: { videoKey: string; folder?: string },
) => Promise<Judgement>;

/** Creates the judge of requests, by the documents as they are now. */
export function createJudge(
  documents: Documents,
  now: () => number,
  rules?: readonly Rule[],
): Judge {
  return async ({ headers }, { videoKey, folder = null }) => {
    const [channel, video] = await Promise.all([
      documents.findChannel(headers.host ?? ''),
      documents.findVideo(videoKey),
    ]);
    const viewer = { atMs: now(), referrer: headers.origin ?? headers.referer ?? null };
    return judgePlayback({ folder }, viewer, { channel, video }, rules);
  };
}
