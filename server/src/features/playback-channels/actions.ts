import type { Tx } from '../../base/db.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { channelCreated } from './events.ts';

export async function createPrimaryChannel(
  tx: Tx,
  scope: TeamScope,
  channel: { name: string; defaultPlaybackDomain: string },
): Promise<void> {
  const id = newId();
  await tx
    .insertInto('playback_channels')
    .values({
      id,
      team_id: scope.teamId,
      name: channel.name,
      default_playback_domain: channel.defaultPlaybackDomain,
      is_primary: true,
    })
    .execute();
  await announce(tx, channelCreated, {
    ...{ teamId: scope.teamId, projectId: null, key: id },
    hosts: [channel.defaultPlaybackDomain],
  });
}
