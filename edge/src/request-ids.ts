import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createNote } from '@kinora/contract/note';
import type { EdgeReason } from '@kinora/contract/published';
import { SPOKEN_LETTERS, toSpokenLetters } from '@kinora/contract/request-id';
import type { Judgement } from '@kinora/playback-rules/judge-playback';
import {
  type RefusedRequest,
  toWebsiteOrigin,
  withoutSignature,
} from '@kinora/playback-rules/refused-request';
import type { Requested, Viewer } from '@kinora/playback-rules/rule';

/**
 * Seals the facts about a refused request into a text that its viewer may pass on; null if it is too long.
 */
export type SealRefusal = (refused: RefusedRequest) => string | null;

/** The facts about a judged request. */
export type Judged = {
  /** Null where no channel answers at the host. */
  teamId: string | null;
  judgement: Judgement;
  requested: Requested;
  viewer: Viewer;
};

/** Names refused requests. Nothing is stored: the id itself contains the facts, sealed. */
export type RequestIds = {
  record: (request: IncomingMessage, judged: Judged) => void;
  create: (request: IncomingMessage, status: number, reason: EdgeReason | null) => string;
};

export function createRequestIds(sealRefusal: SealRefusal): RequestIds {
  const known = createNote<IncomingMessage, Judged>('judged');
  return {
    record: (request, judged) => known.set(request, judged),
    create: (request, status, reason) => {
      const judged = known.find(request);
      const refused = judged && toRefusedRequest(judged, status, reason);
      const letters = toSpokenLetters(randomBytes(SPOKEN_LETTERS));
      const sealed = refused && sealRefusal(refused);
      // Alone they only find the line in the log.
      return sealed ? `${letters}.${sealed}` : letters;
    },
  };
}

function toRefusedRequest(
  { teamId, judgement, requested, viewer }: Judged,
  status: number,
  reason: EdgeReason | null,
): RefusedRequest | null {
  if (teamId === null) return null;
  const { host, path, query } = requested;
  return {
    atMs: viewer.atMs,
    status,
    reason,
    teamId,
    host,
    path,
    query: withoutSignature(query),
    address: viewer.address,
    country: viewer.findCountry(),
    referrer: viewer.referrer === null ? null : toWebsiteOrigin(viewer.referrer),
    verdicts: judgement.verdicts,
    isOfTeam: judgement.pass?.isOfTeam === true,
  };
}
