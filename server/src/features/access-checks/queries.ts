import {
  getPublishedChannelKey,
  getPublishedProjectKey,
  getPublishedTeamKey,
  getPublishedVideoKey,
  PublishedChannel,
  PublishedProject,
  PublishedTeam,
  PublishedVideo,
} from '@kinora/contract/published';
import type { Documents } from '@kinora/playback-rules/judge-playback';
import { openChannel } from '@kinora/playback-rules/open-channel';
import type { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { unseal } from '../../base/secrets.ts';
import { getSecretPlace } from '../url-signing-keys/rules.ts';

type App = Pick<Context, 'storage' | 'config' | 'log'>;

/** Reads what an edge reads: the documents as they are published at this moment. */
export async function readPublished(
  app: App,
  { host, videoKey }: { host: string; videoKey: string },
): Promise<Documents> {
  const [published, video] = await Promise.all([
    read(app, getPublishedChannelKey(host), PublishedChannel),
    read(app, getPublishedVideoKey(videoKey), PublishedVideo),
  ]);
  const [project, team] = video?.projectId
    ? await Promise.all([
        read(app, getPublishedProjectKey(video.projectId), PublishedProject),
        read(app, getPublishedTeamKey(video.teamId), PublishedTeam),
      ])
    : [null, null];
  const { secretKey } = app.config.secrets;
  const channel =
    published &&
    openChannel(
      published,
      (keyId, sealed) => unseal(secretKey, getSecretPlace(keyId), sealed),
      (err, keyId) => app.log.error({ err, keyId }, 'a URL signing key can’t be opened'),
    );
  return { channel, video, project, team };
}

async function read<Schema extends z.ZodType>(
  { storage }: App,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const bytes = await storage.read(key);
  return bytes ? schema.parse(JSON.parse(bytes.toString('utf8'))) : null;
}
