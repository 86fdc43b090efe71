import { X509Certificate } from 'node:crypto';
import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { PublishedDrm } from '@kinora/contract/published';
import type { Selectable } from 'kysely';
import type { Database } from '../../../base/database-types.ts';
import { getRsaBits } from './fairplay.ts';

type Row = Selectable<Database['drm_configs']>;
type Services = Pick<
  DrmConfig,
  'fairplayKsmConfig' | 'widevineProxyConfig' | 'playreadyProxyConfig'
>;

type Whole<Columns extends keyof Row> = { [Column in Columns]: NonNullable<Row[Column]> };

/** A service is whole or not there, as the table demands. */
function findWhole<Columns extends keyof Row>(
  row: Row | undefined,
  columns: readonly Columns[],
): Whole<Columns> | null {
  return row && columns.every((name) => row[name] !== null) ? (row as Whole<Columns>) : null;
}

const findFairplay = (row: Row | undefined) =>
  findWhole(row, [
    ...(['fairplay_service_name', 'fairplay_certificate', 'fairplay_hdcp'] as const),
    ...(['fairplay_sealed_private_key', 'fairplay_sealed_ask'] as const),
  ]);
const findWidevine = (row: Row | undefined) =>
  findWhole(row, [
    ...(['widevine_service_name', 'widevine_provider', 'widevine_license_url'] as const),
    ...(['widevine_sealed_signing_key', 'widevine_sealed_signing_iv'] as const),
    ...(['widevine_eme_level', 'widevine_hdcp'] as const),
  ]);
const findPlayready = (row: Row | undefined) =>
  findWhole(row, [
    ...(['playready_service_name', 'playready_license_url'] as const),
    'playready_sealed_secret' as const,
  ]);

/** Picks what people may see of a team's services: no secret of them. */
export function toServices(row: Row | undefined): Services {
  const fairplay = findFairplay(row);
  const widevine = findWidevine(row);
  const playready = findPlayready(row);
  return {
    fairplayKsmConfig: fairplay && {
      isCertUploaded: true,
      serviceName: fairplay.fairplay_service_name,
      hdcpType: fairplay.fairplay_hdcp,
      certificate: describeCertificate(new X509Certificate(fairplay.fairplay_certificate)),
    },
    widevineProxyConfig: widevine && {
      serviceName: widevine.widevine_service_name,
      provider: widevine.widevine_provider,
      licenseUrl: widevine.widevine_license_url,
      emeLevel: widevine.widevine_eme_level,
      hdcp: widevine.widevine_hdcp,
      defaultPreviewDrmKeyPairId: null,
    },
    playreadyProxyConfig: playready && {
      serviceName: playready.playready_service_name,
      licenseUrl: playready.playready_license_url,
    },
  };
}

function describeCertificate(certificate: X509Certificate) {
  return {
    // One attribute a line.
    subject: certificate.subject.split('\n').join(', '),
    serialNumber: certificate.serialNumber,
    expiresAt: certificate.validToDate.toISOString(),
    bits: getRsaBits(certificate) ?? 0,
  };
}

/** Picks what edges need of them, sealed as they are stored; null where there is no service. */
export function toPublishedDrm(row: Row | undefined): PublishedDrm | null {
  const fairplay = findFairplay(row);
  const widevine = findWidevine(row);
  const playready = findPlayready(row);
  if (!fairplay && !widevine && !playready) return null;
  return {
    fairplay: fairplay && {
      certificate: fairplay.fairplay_certificate.toString('base64'),
      sealedPrivateKey: fairplay.fairplay_sealed_private_key.toString('base64'),
      sealedAsk: fairplay.fairplay_sealed_ask.toString('base64'),
      hdcp: fairplay.fairplay_hdcp,
    },
    widevine: widevine && {
      licenseUrl: widevine.widevine_license_url,
      provider: widevine.widevine_provider,
      sealedSigningKey: widevine.widevine_sealed_signing_key.toString('base64'),
      sealedSigningIv: widevine.widevine_sealed_signing_iv.toString('base64'),
      emeLevel: widevine.widevine_eme_level,
      hdcp: widevine.widevine_hdcp,
    },
    playready: playready && {
      licenseUrl: playready.playready_license_url,
      sealedSecret: playready.playready_sealed_secret.toString('base64'),
    },
    ...(row?.licence_host && { licenceHost: row.licence_host }),
  };
}
