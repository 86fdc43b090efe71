import { type RawBuilder, sql } from 'kysely';
import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';

// Fragments for statements about signing keys: which channels have them.

export type Channels = UrlSigningKey['domains'];

/** Channels that use a key. One that requires signed addresses and has no other key needs this one. */
export const channelsOfKey = (keyId: RawBuilder<unknown>) => sql<Channels>`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name,
    'needsKey', c.signed_url_required and not exists (
      select from playback_channel_keys o where o.channel_id = c.id and o.key_id <> ${keyId}))
    order by c.name collate "th-x-icu")
  from playback_channel_keys ck join playback_channels c on c.id = ck.channel_id
  where ck.key_id = ${keyId}
), '[]')`;

export const isKeyOfChannel = (keyId: RawBuilder<unknown>, channelId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from playback_channel_keys ck
    where ck.channel_id = ${channelId} and ck.key_id = ${keyId})`;
