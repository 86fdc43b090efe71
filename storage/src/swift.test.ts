import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { testStorage } from './conformance.ts';
import { testAppends } from './conformance-append.ts';
import { fails } from './conformance-bytes.ts';
import { openCases } from './conformance-cases.ts';
import { openS3 } from './s3.ts';
import { PART_LIMITS } from './s3-append-state.ts';
import { startSwift, whyNoSwift } from './test-swift.ts';

// Tests against a store by others, as its refusals may be those of further stores.
const skip = whyNoSwift();
if (skip === null) await testSwift();
else it('OpenStack Swift does what every storage must do', { skip }, () => undefined);

async function testSwift(): Promise<void> {
  const swift = await startSwift();
  after(() => swift.close());
  const { accessKeyId, secretAccessKey } = swift;
  const client = new S3Client({
    endpoint: swift.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  for (const Bucket of ['plain', 'joined']) await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();

  function openAt(bucket: string, limits = PART_LIMITS, secret = secretAccessKey) {
    const query = new URLSearchParams({ endpoint: swift.url, region: 'us-east-1', pathStyle: '1' });
    const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret };
    return openS3(`s3://${bucket}/some/prefix?${query}`, env, limits);
  }

  testStorage('OpenStack Swift', async () => openAt('plain'));
  // So small that uploads of a few parts are spread over several multipart uploads and joined.
  const partBytes = 5 * 1024 * 1024;
  const smallLimits = { partBytes, partsPerUpload: 2, copyBytes: partBytes };
  const { it: each } = openCases({});
  const openJoined = async () => openAt('joined', smallLimits);
  testAppends('OpenStack Swift with joined uploads', openJoined, each);

  it('OpenStack Swift refuses a wrong secret and an unknown bucket', async () => {
    await fails('denied', openAt('plain', PART_LIMITS, 'wrong').check());
    await fails('unavailable', openAt('none').check());
    assert.equal(await openAt('plain').read('none'), null);
  });
}
