import { createHash, createPrivateKey } from 'node:crypto';
import type { FairplayHdcp } from '@kinora/contract/drm-outputs';
import { isPlainPrivateKey } from '@kinora/playback-rules/rsa-keys';
import { createRefusal, MALFORMED_REQUEST } from '../../replies.ts';
import { toFairplayHdcp } from '../hdcp.ts';
import { LEASE_SEC } from '../leases.ts';
import { BYTES, type LicenceSystem } from '../licence-system.ts';
import { writeCkc } from './ckc.ts';
import { type Credentials, openSpc } from './spc.ts';

export type FairPlay = {
  /** DER. */
  certificate: Buffer;
  /** PKCS #8 in DER. */
  privateKey: Uint8Array;
  ask: Uint8Array;
  hdcp: FairplayHdcp;
};

/** A form carries the message in base64, some letters of which may be escaped. */
const FORM = Buffer.from('spc=');
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** A device that can hold to HDCP of type 1 says so. */
const KNOWS_TYPE_1 = 1n;

/**
 * Answers FairPlay's requests here, with the certificate and keys that Apple gave to the team.
 *
 * @throws for a private key that is slower to use than a plain one, as each answer uses it
 */
export function createFairPlay(fairPlay: FairPlay): LicenceSystem {
  const privateKey = createPrivateKey({
    key: Buffer.from(fairPlay.privateKey),
    format: 'der',
    type: 'pkcs8',
  });
  if (!isPlainPrivateKey(privateKey))
    throw new Error('the FairPlay private key is no plain RSA key');
  const credentials: Credentials = {
    certificateHash: createHash('sha1').update(fairPlay.certificate).digest(),
    privateKey,
    ask: fairPlay.ask,
  };
  return {
    maxBytes: 32 * 1024,
    answer({ body, keys, earlierKeys, grant }) {
      const message = readMessage(body);
      const spc = message && openSpc(message, credentials);
      if (!spc) return MALFORMED_REQUEST;
      const keyId = findKeyId(spc.assetId);
      const key = [...keys, ...earlierKeys].find((one) => one.keyId === keyId);
      if (!key) return createRefusal('license_not_covered');
      // A device that asks for no end would keep the key for its session.
      if (grant.streams && !spc.asksDuration) return createRefusal('license_not_covered');
      // Nothing but pictures goes to a screen.
      const isSound = key.trackClass === 'audio';
      const hdcp = isSound ? 'none' : toFairplayHdcp(grant.hdcp, fairPlay.hdcp);
      if (hdcp === 'type1' && (spc.capabilities & KNOWS_TYPE_1) === 0n) {
        return createRefusal('output_not_protected');
      }
      const given = {
        key: key.key,
        iv: Buffer.from(key.iv, 'hex'),
        hdcp,
        mayPersist: grant.mayPersist,
        leaseSec: grant.streams ? LEASE_SEC : null,
      };
      return { contentType: BYTES, body: writeCkc(spc, given) };
    },
  };
}

function readMessage(body: Buffer): Buffer | null {
  if (!body.subarray(0, FORM.length).equals(FORM)) return body;
  const text = unescapeForm(body.toString('latin1', FORM.length));
  return text !== null && BASE64.test(text) ? Buffer.from(text, 'base64') : null;
}

function unescapeForm(text: string): string | null {
  try {
    // Some clients leave the signs of a form unescaped, so that a `+` must stay base64's.
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** An asset is a key: by its address in the playlist (`skd://…`), its id as text, or the id's bytes. */
function findKeyId(assetId: Buffer): string | null {
  if (assetId.length === 16) return assetId.toString('hex');
  const text = assetId.toString('latin1').toLowerCase();
  const [, id] = /^(?:skd:\/\/)?([0-9a-f]{32})$/.exec(text.replaceAll('-', '')) ?? [];
  return id ?? null;
}
