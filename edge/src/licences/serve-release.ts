import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeJwt } from 'jose';
import { refuse, REQUEST_TOO_LARGE, sendNothing } from '../replies.ts';
import { MAX_TOKEN_LETTERS } from './licence-token.ts';
import { readBody } from './read-body.ts';
import type { LicenceParts } from './serve-licence.ts';

/**
 * Ends the lease of a stopped playback, for the holder of its last licence's token. Closing pages send the
 * token as plain text, which needs no preflight. It was checked when it was used, and may have expired since.
 * The answer does not tell whether there was a lease.
 */
export async function serveRelease(
  { documents, licences }: Pick<LicenceParts, 'documents' | 'licences'>,
  request: IncomingMessage,
  response: ServerResponse,
  { videoKey, session }: { videoKey: string; session: string },
): Promise<void> {
  const body = await readBody(request, MAX_TOKEN_LETTERS);
  if (body === 'too_large') return refuse(response, REQUEST_TOO_LARGE);
  const token = body.toString('latin1');
  const viewer = readViewer(token);
  const video = viewer === null ? null : await documents.findVideo(videoKey);
  if (video && viewer !== null) {
    licences.leases.release({ teamId: video.teamId, viewer, session, token });
  }
  sendNothing(response);
}

function readViewer(token: string): string | null {
  try {
    const { sub } = decodeJwt(token);
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}
