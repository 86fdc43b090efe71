import { CompactEncrypt } from 'jose';
import { createRefusal, MALFORMED_REQUEST } from '../replies.ts';
import { LEASE_SEC } from './leases.ts';
import type { LicenceRequest, LicenceSystem } from './licence-system.ts';
import type { CallService } from './licence-service.ts';

export type PlayReady = { licenseUrl: string; secret: Uint8Array };

/** Longer than a call may take. */
const VALID_SEC = 60;
const SOAP = 'text/xml; charset=utf-8';
/** The header by which services of PlayReady tell their calls apart (SOAP 1.1 §6.1.1). */
const SOAP_ACTION = '"http://schemas.microsoft.com/DRM/2007/03/protocols/AcquireLicense"';

/** Passes challenges on to the team's own service, together with the viewer's rights. */
export function createPlayReady(
  { licenseUrl, secret }: PlayReady,
  call: CallService,
  now: () => number,
): LicenceSystem {
  return {
    maxBytes: 64 * 1024,
    async answer(request) {
      if (request.body.length === 0) return MALFORMED_REQUEST;
      const headers = {
        'Content-Type': SOAP,
        SOAPAction: SOAP_ACTION,
        'X-Kinora-Entitlement': await sealEntitlement(request, secret, now() / 1000),
      };
      const body = await call({ url: licenseUrl, headers, body: request.body });
      return body ? { contentType: SOAP, body } : createRefusal('license_service_failed');
    },
  };
}

/** RFC 7516 §3.1: encrypted with the secret itself, which the team's service has too. */
function sealEntitlement(
  { videoKey, keys, earlierKeys, grant }: LicenceRequest,
  secret: Uint8Array,
  nowSec: number,
): Promise<string> {
  const entitlement = {
    video: videoKey,
    keys: [...keys, ...earlierKeys].map(({ keyId, key, trackClass }) => ({
      id: keyId,
      key: Buffer.from(key).toString('hex'),
      class: trackClass,
    })),
    hdcp: grant.hdcp === 'HDCP_NONE' ? 'none' : grant.hdcp,
    persistent: grant.mayPersist,
    ...(grant.streams && { lease: LEASE_SEC }),
    exp: Math.floor(nowSec) + VALID_SEC,
  };
  return new CompactEncrypt(Buffer.from(JSON.stringify(entitlement)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(secret);
}
