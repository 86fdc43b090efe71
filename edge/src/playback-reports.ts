import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlaybackReport } from '@kinora/contract/playback-report';
import type { Documents } from './documents.ts';
import { readBody } from './licences/read-body.ts';
import { end, MALFORMED_REQUEST, refuse, REQUEST_TOO_LARGE, VIDEO_NOT_FOUND } from './replies.ts';

export type ReportParts = {
  documents: Documents;
  observePlayback: ((report: PlaybackReport) => void) | undefined;
};

const MAX_BYTES = 512;

/**
 * Counts a player's report on how a video of this channel's team played. Rejects with DocumentUnavailable.
 */
export async function servePlaybackReport(
  { documents, observePlayback }: ReportParts,
  request: IncomingMessage,
  response: ServerResponse,
  videoKey: string,
): Promise<void> {
  const [channel, video] = await Promise.all([
    documents.findChannel(request.headers.host ?? ''),
    documents.findVideo(videoKey),
  ]);
  if (!channel || video?.teamId !== channel.teamId) return refuse(response, VIDEO_NOT_FOUND);
  const body = await readBody(request, MAX_BYTES);
  if (body === 'too_large') return refuse(response, REQUEST_TOO_LARGE);
  const report = PlaybackReport.safeParse(parseJson(body.toString('utf8')));
  if (!report.success) return refuse(response, MALFORMED_REQUEST);
  observePlayback?.(report.data);
  end(response, 200, ['Cache-Control', 'no-store'], Buffer.alloc(0));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
