import type { PublishedVideo } from '@kinora/contract/published';
import { createTestStream } from '@kinora/contract/test-stream';
import { judgePlayback } from './judge-playback.ts';
import type { Channel, Viewer } from './rule.ts';
import { createTestChannel, createTestViewer, TEST_PROJECT, TEST_TEAM } from './test-viewer.ts';

/** The key of the channel that requires signatures. */
export const TEST_KEY = { keyId: 'k1', keySecret: 'a secret of 32 letters and more..' };

const TEAM_KEY = Buffer.from('key of the console');
const video: PublishedVideo = {
  version: 1,
  videoKey: 'vid1',
  teamId: 't1',
  title: '',
  description: '',
  publishedDate: null,
  projectId: 'p1',
  state: 'playable',
  stream: createTestStream(),
  geoblock: null,
};

/** Judges a viewer's request for the address: `allowed`, or the reason of the refusal. */
export function judgeSigned(
  address: string,
  viewer: Partial<Viewer> = {},
  more: Partial<Channel['signedUrl']> = {},
): string {
  const { host, pathname, search } = new URL(address);
  const secrets = new Map([[TEST_KEY.keyId, Buffer.from(TEST_KEY.keySecret)]]);
  const judged = judgePlayback(
    {
      folder: null,
      host,
      path: pathname,
      query: search.slice(1),
      isPage: /^\/(?:embed|watch)\//.test(pathname),
      videoPath: '/streams/vid1/',
      isMain: true,
      listedBy: [],
    },
    createTestViewer(viewer),
    {
      video,
      project: TEST_PROJECT,
      team: TEST_TEAM,
      channel: createTestChannel({
        signedUrl: { required: true, acceptsArkV2: false, secrets, ...more },
      }),
    },
    TEAM_KEY,
  );
  return judged.isAllowed ? 'allowed' : judged.reason;
}
