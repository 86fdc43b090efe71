import { AccessPolicy } from '@kinora/contract/playback-channels';
import { getPublishedChannelKey, PublishedChannel } from '@kinora/contract/published';
import type { Tx } from '../../../base/db.ts';
import { definePublished } from '../../../base/published-documents.ts';

/** A channel, under each host that it answers at. */
export const publishedChannel = definePublished({
  kind: 'host',
  getStorageKey: getPublishedChannelKey,
  schema: PublishedChannel,
  load: findPublishedChannel,
});

async function findPublishedChannel(tx: Tx, host: string): Promise<PublishedChannel | null> {
  const row = await tx
    .selectFrom('playback_channels as c')
    .leftJoin('playback_domains as d', (join) =>
      join
        .onRef('d.channel_id', '=', 'c.id')
        .on('d.host', '=', host)
        .on('d.proven_at', 'is not', null),
    )
    .select(['c.id', 'c.team_id', 'c.website_policy', 'c.allow_domains', 'c.deny_domains'])
    .select(['c.allow_no_referrer', 'c.signed_url_required', 'c.accepts_ark_v2', 'c.has_drm'])
    .where((where) =>
      where.or([where('c.default_playback_domain', '=', host), where('d.host', '=', host)]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const policy = AccessPolicy.parse(row.website_policy);
  const lists = { allowAll: [], allowSome: row.allow_domains, blockSome: row.deny_domains };
  return {
    version: 1,
    channelId: row.id,
    teamId: row.team_id,
    website: { policy, domains: lists[policy], allowNoReferrer: row.allow_no_referrer },
    signedUrl: {
      required: row.signed_url_required,
      acceptsArkV2: row.accepts_ark_v2,
      keys: await listPublishedKeys(tx, row.id),
    },
    ...(row.has_drm && { hasDrm: true as const }),
  };
}

async function listPublishedKeys(
  tx: Tx,
  channelId: string,
): Promise<PublishedChannel['signedUrl']['keys']> {
  const keys = await tx
    .selectFrom('playback_channel_keys as c')
    .innerJoin('url_signing_keys as k', 'k.id', 'c.key_id')
    .select(['k.key_id', 'k.sealed_secret'])
    .where('c.channel_id', '=', channelId)
    .orderBy('k.key_id')
    .execute();
  return keys.map((one) => ({
    keyId: one.key_id,
    sealedSecret: one.sealed_secret.toString('base64'),
  }));
}
