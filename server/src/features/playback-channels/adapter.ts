import type { DomainCheck } from '@kinora/contract/playback-channels';
import { EgressError, openEgress } from '@kinora/egress/egress';
import { openNameRecords } from '@kinora/egress/name-records';
import { type Found, getTextName } from './rules/domain-proof.ts';

/** The edge answers there which channel a host leads to. */
const PATH = '/.well-known/kinora-channel';
const TIMEOUT_MS = 5000;
const MAX_BYTES = 4096;

/** Asks name servers for the records of a claimed domain; null when none answers. */
export async function lookForProof(
  host: string,
  { dnsServers }: { dnsServers: readonly string[] },
): Promise<Found | null> {
  const records = openNameRecords({ servers: dnsServers });
  try {
    const [texts, alias] = await Promise.all([
      records.findTexts(getTextName(host)),
      records.findAlias(host),
    ]);
    return { texts, alias };
  } catch (error) {
    if (error instanceof EgressError) return null;
    throw error;
  }
}

/** Calls a domain as a viewer would, and says whether it leads to a channel. */
export async function callDomain(
  { domain, channelId }: { domain: string; channelId: string },
  { edgeUrl, allowPrivateNetworks }: { edgeUrl: string; allowPrivateNetworks: readonly string[] },
): Promise<DomainCheck> {
  const send = openEgress({ allowPrivateNetworks });
  try {
    const { protocol, port } = new URL(edgeUrl);
    const url = `${protocol}//${domain}${port === '' ? '' : `:${port}`}${PATH}`;
    const answer = await send({ url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
    const chunks: Buffer[] = [];
    for await (const chunk of answer.body) chunks.push(chunk as Buffer);
    if (answer.status !== 200) return 'otherServer';
    return readAnswer(Buffer.concat(chunks).toString('utf8'), channelId);
  } catch (error) {
    return toResult(error);
  }
}

function readAnswer(text: string, channelId: string): DomainCheck {
  try {
    const found = (JSON.parse(text) as { channelId?: unknown } | null)?.channelId;
    if (typeof found !== 'string') return 'otherServer';
    return found === channelId ? 'pointsHere' : 'otherChannel';
  } catch {
    return 'otherServer';
  }
}

function toResult(error: unknown): DomainCheck {
  if (!(error instanceof EgressError)) throw error;
  const code = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : '';
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EAI_AGAIN') return 'unresolved';
  if (error.reason === 'refused') return 'refused';
  return error.reason === 'too_large' || error.reason === 'redirects'
    ? 'otherServer'
    : 'unreachable';
}
