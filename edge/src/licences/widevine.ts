import { createCipheriv, createHash } from 'node:crypto';
import type { PublishedDrm } from '@kinora/contract/published';
import type { TrackClass } from '@kinora/manifests/content-keys';
import { createRefusal, MALFORMED_REQUEST } from '../replies.ts';
import { getHigherHdcp } from './hdcp.ts';
import {
  BYTES,
  type ContentKey,
  type LicenceRequest,
  type LicenceSystem,
} from './licence-system.ts';
import { LEASE_SEC, RENEWAL_SEC } from './leases.ts';
import type { CallService } from './licence-service.ts';

export type Widevine = Pick<
  NonNullable<PublishedDrm['widevine']>,
  'licenseUrl' | 'provider' | 'emeLevel' | 'hdcp'
> & { signingKey: Uint8Array; signingIv: Uint8Array };

/** A player first asks for the certificate with which it can hide its identity. */
const CERTIFICATE_REQUEST = Buffer.from([0x08, 0x04]);
/** Software alone is asked for with sound, which no screen shows. */
const LEVEL_OF_AUDIO = 1;
const TRACK_TYPES: Readonly<Record<TrackClass, string>> = {
  sd: 'SD',
  hd: 'HD',
  uhd: 'UHD1',
  audio: 'AUDIO',
};

/** The device renews by itself, and tries again at once after a failure. */
const LEASE = {
  can_renew: true,
  license_duration_seconds: LEASE_SEC,
  renewal_delay_seconds: RENEWAL_SEC,
  renewal_retry_interval_seconds: 10,
};

/** Passes requests on to a service that knows Widevine's proxy protocol, signed as its provider. */
export function createWidevine(widevine: Widevine, call: CallService): LicenceSystem {
  return {
    maxBytes: 32 * 1024,
    async answer(request) {
      if (request.body.length === 0) return MALFORMED_REQUEST;
      const message = JSON.stringify(toMessage(request, widevine));
      const body = JSON.stringify({
        request: Buffer.from(message).toString('base64'),
        signature: sign(message, widevine),
        signer: widevine.provider,
      });
      const headers = { 'Content-Type': 'application/json' };
      const licence = await call({ url: widevine.licenseUrl, headers, body, read: readAnswer });
      return licence
        ? { contentType: BYTES, body: licence }
        : createRefusal('license_service_failed');
    },
  };
}

function toMessage(request: LicenceRequest, widevine: Widevine): object {
  const { body, grant, videoKey } = request;
  const payload = body.toString('base64');
  // This request is answered without keys, so none are sent along.
  if (body.equals(CERTIFICATE_REQUEST)) return { payload };
  const hdcp = getHigherHdcp(grant.hdcp, widevine.hdcp);
  return {
    payload,
    content_id: Buffer.from(videoKey).toString('base64'),
    provider: widevine.provider,
    content_key_specs: chooseKeys(request).map(({ keyId, key, trackClass }) => {
      const isSound = trackClass === 'audio';
      return {
        track_type: TRACK_TYPES[trackClass],
        key_id: Buffer.from(keyId, 'hex').toString('base64'),
        key: Buffer.from(key).toString('base64'),
        security_level: isSound ? LEVEL_OF_AUDIO : widevine.emeLevel,
        required_output_protection: { hdcp: isSound ? 'HDCP_NONE' : hdcp },
      };
    }),
    use_policy_overrides_exclusively: true,
    policy_overrides: {
      can_play: true,
      can_persist: grant.mayPersist,
      ...(grant.streams ? LEASE : { can_renew: false }),
    },
  };
}

/** A licence has one key per class, of the packaging whose key ids appear in the request's bytes. */
function chooseKeys({ body, keys, earlierKeys }: LicenceRequest): readonly ContentKey[] {
  const named = earlierKeys.find(({ keyId }) => body.includes(keyId, 0, 'hex'));
  const wanted = named ?? keys[0] ?? earlierKeys[0];
  // Each packaging has an IV of its own.
  return [...keys, ...earlierKeys].filter(({ iv }) => iv === wanted?.iv);
}

/** The SHA-1 of a message, encrypted by AES in CBC mode after zeros to the end of its block. */
function sign(message: string, { signingKey, signingIv }: Widevine): string {
  const hash = createHash('sha1').update(message).digest();
  const padded = Buffer.concat([hash, Buffer.alloc(32 - hash.length)]);
  const cipher = createCipheriv('aes-256-cbc', signingKey, signingIv).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
}

function readAnswer(answer: Buffer): Buffer | null {
  try {
    const { status, license } = Object(JSON.parse(answer.toString('utf8'))) as {
      [name: string]: unknown;
    };
    if (status !== 'OK' || typeof license !== 'string' || license === '') return null;
    return Buffer.from(license, 'base64');
  } catch {
    return null;
  }
}
