import type { TeamScope } from './base/request.ts';
import { beginIngression } from './features/encoding/actions/ingression.ts';
import { sourceKey } from './features/uploads/rules.ts';
import type { Person, TestApp } from './test-app.ts';

export type TestOwner = {
  admin: Person;
  scope: TeamScope;
  teamId: string;
  projectKey: string;
  projectId: string;
};

/** Makes a team with a project. */
export async function addTestOwner(app: TestApp, namespace: string): Promise<TestOwner> {
  const { admin, scope } = await app.addTeam(namespace);
  const body = { key: 'news', name: 'News' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  const { key, id } = project;
  return {
    admin,
    scope,
    teamId: scope.teamId,
    projectKey: String(key),
    projectId: String(id),
  };
}

export type TestVideo = { videoKey: string; revisionKey: string };

export type AboutVideo = {
  title?: string;
  sizeBytes?: number;
  fileName?: string;
  [more: string]: unknown;
};

/** Makes a video that waits for its file. */
export async function addTestVideo(
  app: TestApp,
  { admin, projectKey }: Pick<TestOwner, 'admin' | 'projectKey'>,
  { title = 'A', sizeBytes = 10, fileName = 'a.mp4', ...more }: AboutVideo = {},
): Promise<TestVideo> {
  const source = { type: 'video/mp4', size: sizeBytes, fileName };
  const body = { projectKey, videos: [{ title, source }], ...more };
  const { body: created } = await app.call('POST', '/api/v1/videos', { as: admin, body });
  return {
    videoKey: String(created[0]?.['key']),
    revisionKey: String(created[0]?.['vod']?.['revisionKey']),
  };
}

/** Adds a video with a stored file, as the last byte of an upload leaves it. */
export async function addUploadedVideo(
  app: TestApp,
  owner: Pick<TestOwner, 'admin' | 'projectKey'>,
  bytes: Buffer,
  about: AboutVideo = {},
): Promise<TestVideo> {
  const sizeBytes = Math.max(1, bytes.length);
  const video = await addTestVideo(app, owner, { ...about, sizeBytes });
  await app.context.storage.put(sourceKey(video.videoKey, video.revisionKey), bytes);
  await app.context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('revisions')
      .set({ upload_completed_at: new Date() })
      .where('key', '=', video.revisionKey)
      .execute();
    await beginIngression(tx, video.revisionKey);
  });
  return video;
}
