import { createDecipheriv } from 'node:crypto';

/** A viewer's rights, as the edge tells them to a PlayReady service. */
export type Entitlement = {
  video: string;
  keys: {
    /** The key's id, and the key, in hexadecimal. */
    id: string;
    key: string;
    class: 'sd' | 'hd' | 'uhd' | 'audio';
  }[];
  /** The least version of HDCP. */
  hdcp: 'none' | `HDCP_V${string}`;
  /** The licence may be kept on the device. */
  persistent: boolean;
  /** Seconds after which the licence ends unless it is renewed; absent when it may stay. */
  lease?: number;
  /** Unix seconds. */
  exp: number;
};

/** Opens `X-Kinora-Entitlement`: a compact JWE (RFC 7516), by the team's secret of 32 bytes. */
export function openEntitlement(header: string, secret: Buffer): Entitlement {
  const [head = '', key, iv = '', text = '', tag = ''] = header.split('.');
  const { alg, enc } = JSON.parse(Buffer.from(head, 'base64url').toString()) as {
    [name: string]: unknown;
  };
  if (alg !== 'dir' || enc !== 'A256GCM' || key !== '') throw new Error('another kind of JWE');
  const nonce = Buffer.from(iv, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(head));
  cipher.setAuthTag(Buffer.from(tag, 'base64url'));
  const opened = Buffer.concat([cipher.update(text, 'base64url'), cipher.final()]);
  const entitlement = JSON.parse(opened.toString()) as Entitlement;
  if (entitlement.exp * 1000 < Date.now()) throw new Error('it has expired');
  return entitlement;
}

// node open-entitlement.ts HEADER, with KINORA_PLAYREADY_SECRET (base64) set.
if (import.meta.main) {
  const { KINORA_PLAYREADY_SECRET: secret = '' } = process.env;
  const opened = openEntitlement(process.argv[2] ?? '', Buffer.from(secret, 'base64'));
  console.log(JSON.stringify(opened));
}
