import type { IncomingMessage } from 'node:http';
import type { ReadClient } from '@kinora/contract/client-address';
import { getPosition } from '@kinora/manifests/addresses';
import { type Judgement, judgePlayback } from '@kinora/playback-rules/judge-playback';
import { toRequested } from '@kinora/playback-rules/requested';
import type { Rule, Viewer } from '@kinora/playback-rules/rule';
import { chooseReferrer } from '@kinora/playback-rules/websites';
import type { Documents } from './documents.ts';
import { readPassCookie } from './pass-cookie.ts';
import type { RequestIds } from './request-ids.ts';

/**
 * Judges a request for what belongs to a video. Rejects with DocumentUnavailable.
 *
 * @param target the file; for a page or a licence, only the video's key
 * @param asked path and query of what is requested, and the host whose rules hold; by default the request's
 */
export type Judge = (
  request: IncomingMessage,
  target: Parameters<typeof getPosition>[0],
  asked?: { address: string; host?: string },
) => Promise<Judgement>;

type Parts = {
  readClient: ReadClient;
  now: () => number;
  teamKey: Uint8Array;
  findCountry: (address: string) => string | null;
  /** The product's rules by default. */
  rules: readonly Rule[] | undefined;
  /** Records the judged request, so that a refusal's id can tell about it. */
  record: RequestIds['record'];
};

/** Creates the judge of requests, by the documents as they are now. */
export function createJudge(documents: Documents, parts: Parts): Judge {
  const { teamKey, rules, record } = parts;
  return async (request, target, asked) => {
    const { videoKey } = target;
    const address = asked?.address ?? request.url ?? '';
    const host = asked?.host ?? (request.headers.host ?? '').toLowerCase();
    const [channel, video] = await Promise.all([
      documents.findChannel(host),
      documents.findVideo(videoKey),
    ]);
    const [project, team] = video?.projectId
      ? await Promise.all([
          documents.findProject(video.projectId),
          documents.findTeam(video.teamId),
        ])
      : [null, null];
    const requested = toRequested({ host, ...getPosition(target) }, address);
    const viewer = getViewer(request, videoKey, parts);
    const found = { channel, video, project, team };
    const judgement = judgePlayback(requested, viewer, found, teamKey, rules);
    record(request, { teamId: channel?.teamId ?? null, judgement, requested, viewer });
    return judgement;
  };
}

function getViewer(
  request: IncomingMessage,
  videoKey: string,
  { readClient, now, findCountry }: Parts,
): Viewer {
  const { headers } = request;
  const { address } = readClient(request);
  return {
    atMs: now(),
    referrer: chooseReferrer(headers),
    address,
    isAddressUnreadable: address === null,
    userAgent: headers['user-agent'] ?? null,
    cookie: readPassCookie(headers.cookie, videoKey),
    findCountry: () => (address === null ? null : findCountry(address)),
  };
}
