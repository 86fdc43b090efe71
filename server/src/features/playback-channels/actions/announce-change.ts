import { sql } from 'kysely';
import { diff } from '../../../base/changes.ts';
import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { channelChanged } from '../events.ts';
import { listHosts } from '../queries.ts';

/** The settings of a channel, with its domains and keys. */
type Settings = Readonly<Record<string, unknown>> & { name: string };

/** Reads a channel before a change of it, for what `announceChange` says. */
export async function readSettings(tx: Tx, channelId: string): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select c.name, c.website_policy, c.allow_domains, c.deny_domains, c.allow_no_referrer,
      c.signed_url_required, c.accepts_ark_v2, c.default_drm_model, c.has_drm,
      array(select k.key_id from playback_channel_keys k where k.channel_id = c.id
        order by k.key_id) as signing_keys,
      coalesce((select json_object_agg(d.host, json_build_object('check', d.check_result,
          'provenBy', d.proven_by, 'missingSince', d.missing_since) order by d.host)
        from playback_domains d where d.channel_id = c.id), '{}') as domains
    from playback_channels c where c.id = ${channelId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the channel is there');
  return row;
}

type Place = { teamId: string; channelId: string };

/** @param hosts those at which viewers get something else from now on */
export async function announceChange(
  tx: Tx,
  { teamId, channelId }: Place,
  before: Settings,
  hosts: readonly string[],
): Promise<void> {
  const after = await readSettings(tx, channelId);
  await announce(tx, channelChanged, {
    teamId,
    projectId: null,
    key: channelId,
    name: after.name,
    hosts,
    changes: diff(before, after),
  });
}

/**
 * Announces a change that all hosts of a channel may show.
 *
 * @param more hosts at which it answered before
 */
export async function announceSeenChange(
  tx: Tx,
  place: Place,
  before: Settings,
  more: readonly string[] = [],
): Promise<void> {
  await announceChange(tx, place, before, [...(await listHosts(tx, place.channelId)), ...more]);
}
