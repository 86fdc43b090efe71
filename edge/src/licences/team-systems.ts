import { getDrmPlace, type PublishedDrm, type PublishedTeam } from '@kinora/contract/published';
import type { Egress } from '@kinora/egress/egress';
import type { KeySystem } from '@kinora/manifests/addresses';
import type { EdgeLog } from '../edge-log.ts';
import { createFairPlay } from './fair-play/fair-play.ts';
import { createCallService } from './licence-service.ts';
import type { LicenceSystem } from './licence-system.ts';
import { createPlayReady } from './play-ready.ts';
import { createWidevine } from './widevine.ts';

/** Opens a secret of a team's DRM services that was sealed for a place. @throws for another one's */
export type OpenDrmSecret = (place: string, sealed: Uint8Array) => Uint8Array;

export type TeamSystems = {
  systems: Partial<Record<Exclude<KeySystem, 'clearkey'>, LicenceSystem>>;
  /** FairPlay's, in DER; null without it. */
  certificate: Buffer | null;
};

type Parts = { openDrmSecret: OpenDrmSecret; egress: Egress; log: EdgeLog; now: () => number };

const NONE: TeamSystems = { systems: {}, certificate: null };

/** Finds the systems that a team has set up. */
export type FindTeamSystems = (team: PublishedTeam | null) => TeamSystems;

/** A document keeps its identity while it is unchanged: its secrets are opened once. */
export function createFindTeamSystems(parts: Parts): FindTeamSystems {
  const opened = new WeakMap<PublishedDrm, TeamSystems>();
  return (team) => {
    if (!team?.drm) return NONE;
    const known = opened.get(team.drm) ?? openSystems(team.teamId, team.drm, parts);
    opened.set(team.drm, known);
    return known;
  };
}

/** A system whose secrets can't be opened is left out, without affecting the others. */
function openSystems(teamId: string, drm: PublishedDrm, parts: Parts): TeamSystems {
  const open = (kind: Parameters<typeof getDrmPlace>[1], sealed: string, bytes?: number) => {
    const secret = parts.openDrmSecret(getDrmPlace(teamId, kind), Buffer.from(sealed, 'base64'));
    if (bytes !== undefined && secret.length !== bytes) throw new Error(`the ${kind} is no such`);
    return secret;
  };
  const attempt = (system: string, create: () => LicenceSystem | undefined) => {
    try {
      return create();
    } catch (err) {
      parts.log.error({ err, teamId, system }, 'a DRM service can’t be opened');
      return undefined;
    }
  };
  const toCall = (system: string) => createCallService(parts.egress, parts.log, { teamId, system });
  const { fairplay, widevine, playready } = drm;
  const certificate = fairplay && Buffer.from(fairplay.certificate, 'base64');
  const fairPlay = attempt('fairplay', () => {
    if (!fairplay || !certificate) return undefined;
    const privateKey = open('fairplay private key', fairplay.sealedPrivateKey);
    const ask = open('fairplay ask', fairplay.sealedAsk, 16);
    return createFairPlay({ certificate, privateKey, ask, hdcp: fairplay.hdcp });
  });
  const ofWidevine = attempt('widevine', () => {
    if (!widevine) return undefined;
    const signingKey = open('widevine signing key', widevine.sealedSigningKey, 32);
    const signingIv = open('widevine signing iv', widevine.sealedSigningIv, 16);
    return createWidevine({ ...widevine, signingKey, signingIv }, toCall('widevine'));
  });
  const ofPlayReady = attempt('playready', () => {
    if (!playready) return undefined;
    const secret = open('playready secret', playready.sealedSecret, 32);
    const { licenseUrl } = playready;
    return createPlayReady({ licenseUrl, secret }, toCall('playready'), parts.now);
  });
  return {
    systems: {
      ...(fairPlay && { fairplay: fairPlay }),
      ...(ofWidevine && { widevine: ofWidevine }),
      ...(ofPlayReady && { playready: ofPlayReady }),
    },
    certificate: fairPlay && certificate ? certificate : null,
  };
}
