import { CERTIFICATE_WARNING_DAYS } from '@kinora/contract/bounds';
import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { certificateExpires } from '../events.ts';
import type { ExpiringCertificate } from '../rules/expiry-mail.ts';

/** Takes a certificate that has ended or ends soon, and whose team has not been notified yet. */
export async function takeExpiringCertificate(
  tx: Tx,
  now: Date,
): Promise<(ExpiringCertificate & { teamId: string }) | null> {
  const soon = new Date(now.getTime() + CERTIFICATE_WARNING_DAYS * 24 * 3600 * 1000);
  const { rows } = await sql<ExpiringCertificate & { teamId: string }>`
    update drm_configs c set fairplay_expiry_notified_at = ${now}
    from teams t
    where t.id = c.team_id and c.team_id = (
      select team_id from drm_configs
      where fairplay_expiry_notified_at is null and fairplay_expires_at <= ${soon}
      order by fairplay_expires_at limit 1 for update skip locked
    )
    returning c.team_id as "teamId", t.namespace, t.name as "teamName",
      c.fairplay_service_name as "serviceName", c.fairplay_expires_at as "expiresAt"
  `.execute(tx);
  const [found] = rows;
  if (!found) return null;
  await announce(tx, certificateExpires, {
    teamId: found.teamId,
    projectId: null,
    key: found.teamId,
  });
  return found;
}
