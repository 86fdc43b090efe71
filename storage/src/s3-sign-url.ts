import { SignatureV4 } from '@smithy/signature-v4';
import { checkKey } from './keys.ts';
import { type Bucket, toS3Error } from './s3-client.ts';
import type { Storage } from './types.ts';

/** Creates what signs reads of a bucket's objects in their address: Signature Version 4 in the query. */
export function createSignUrl({ client, address, prefix }: Bucket): Storage['signUrl'] {
  const { credentials, region, sha256 } = client.config;
  const signer = new SignatureV4({
    credentials,
    region,
    sha256,
    service: 's3',
    uriEscapePath: false,
    applyChecksum: false,
  });
  return async (key, seconds) => {
    const url = new URL(address);
    const below = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
    url.pathname = below + encodePath(prefix + checkKey(key));
    const request = {
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      // A GET has no body whose hash could be signed.
      headers: { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    };
    try {
      const { query = {} } = await signer.presign(request, { expiresIn: seconds });
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    } catch (error) {
      throw toS3Error(error);
    }
    return url.href;
  };
}

/** RFC 3986 §2.3: all but the unreserved characters are encoded. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
