import { createHmac } from 'node:crypto';
import type { PublishedChannel } from '@kinora/contract/published';

// Signs by the words of decisions, section 5, as a customer's own server does.

export const SECRET = 'what a customer’s server signs with';

/** A channel that requires signatures of the key `k1`. */
export const SIGNED_CHANNEL: Pick<PublishedChannel, 'signedUrl'> = {
  signedUrl: {
    required: true,
    acceptsArkV2: false,
    keys: [{ keyId: 'k1', sealedSecret: Buffer.from(SECRET).toString('base64') }],
  },
};

/** Returns a signed address: of the path alone, or of all below a prefix. */
export function signAddress(
  address: string,
  { expires, prefix, clientIp }: { expires: number; prefix?: string; clientIp?: string },
): string {
  const url = new URL(address);
  const lines = ['GET', url.host, prefix ?? url.pathname];
  if (clientIp !== undefined) lines.push(`client_ip:${clientIp}`);
  const text = [...lines, String(expires)].join('\n');
  url.searchParams.set('x_key_id', 'k1');
  url.searchParams.set('x_expires', String(expires));
  if (prefix !== undefined) url.searchParams.set('x_path_prefix', prefix);
  if (clientIp !== undefined) url.searchParams.set('x_client_ip', '1');
  const signature = createHmac('sha256', SECRET).update(text).digest('base64url');
  url.searchParams.set('x_signature', signature);
  return url.href;
}
