import { createPrivateKey, sign } from 'node:crypto';

export type Claims = {
  /** A video's key, or several. */
  video: string | string[];
  /** Unix seconds, at most 7 days ahead. */
  exp: number;
  max_resolution?: 'SD' | 'HD' | 'UHD';
  persistent?: boolean;
  /** The least version of HDCP. */
  hdcp?: 'none' | 'HDCP_V1' | 'HDCP_V2' | 'HDCP_V2_1' | 'HDCP_V2_2' | 'HDCP_V2_3';
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a token by ES256. `keyId` is shown beside the key in the console. */
export function createLicenceToken(privateKeyPem: string, keyId: string, claims: Claims): string {
  const header = { alg: 'ES256', typ: 'JWT', kid: keyId };
  const text = `${encode(header)}.${encode(claims)}`;
  const key = createPrivateKey(privateKeyPem);
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

// node sign.ts VIDEO SECONDS [MAX_RESOLUTION], with KINORA_KEY_ID and KINORA_PRIVATE_KEY (PEM) set.
if (import.meta.main) {
  const [video = '', seconds = '3600', highest] = process.argv.slice(2);
  const { KINORA_PRIVATE_KEY: pem = '', KINORA_KEY_ID: keyId = '' } = process.env;
  const exp = Math.floor(Date.now() / 1000) + Number(seconds);
  const limits: Pick<Claims, 'max_resolution'> =
    highest === 'SD' || highest === 'HD' ? { max_resolution: highest } : {};
  console.log(createLicenceToken(pem, keyId, { video, exp, ...limits }));
}
