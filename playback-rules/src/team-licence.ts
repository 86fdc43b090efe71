import { createHmac, timingSafeEqual } from 'node:crypto';

/** No JWT begins like this, and no team's key signs such a text. */
const PREFIX = 'kinora-team';
const FORM = new RegExp(`^${PREFIX}:([1-9][0-9]{9,11}):([A-Za-z0-9_-]{43})$`);

/**
 * Writes the token with which the console plays a protected video for a member of its team.
 *
 * @param expires unix seconds
 */
export function createTeamLicence(
  teamKey: Uint8Array,
  { videoKey, expires }: { videoKey: string; expires: number },
): string {
  return `${PREFIX}:${expires}:${sign(teamKey, videoKey, expires)}`;
}

/** `none`: it is no such token, whatever else it may be. */
export function checkTeamLicence(
  teamKey: Uint8Array,
  token: string,
  { videoKey, nowSec }: { videoKey: string; nowSec: number },
): 'valid' | 'expired' | 'invalid' | 'none' {
  if (!token.startsWith(PREFIX)) return 'none';
  const [, expires = '', signature = ''] = FORM.exec(token) ?? [];
  const expected = Buffer.from(sign(teamKey, videoKey, Number(expires)));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid';
  return nowSec < Number(expires) ? 'valid' : 'expired';
}

/** Signed addresses begin with `GET`, so that neither passes for the other. */
function sign(teamKey: Uint8Array, videoKey: string, expires: number): string {
  const text = ['licence', videoKey, expires].join('\n');
  return createHmac('sha256', teamKey).update(text).digest('base64url');
}
