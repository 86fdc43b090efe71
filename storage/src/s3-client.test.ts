import assert from 'node:assert/strict';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { after, describe, it } from 'node:test';
import { StorageError } from './errors.ts';
import { connectBucket, isMissing, toS3Error, getS3Status } from './s3-client.ts';

const clients: { destroy: () => void }[] = [];
after(() => clients.forEach((client) => client.destroy()));

function connect(url: string, env: Record<string, string> = {}) {
  const found = connectBucket(url, env);
  clients.push(found.client);
  return found;
}

function answered(status?: number, name = 'Name') {
  const $metadata = status === undefined ? {} : { httpStatusCode: status };
  const more = { $fault: 'server', $metadata } as const;
  return new S3ServiceException({ name, message: 'of a call', ...more });
}

describe('the address of a bucket', () => {
  it('names the bucket and our part of it', () => {
    for (const [path, prefix] of [
      ['', ''],
      ['/', ''],
      ['/a', 'a/'],
      ['/a/b/', 'a/b/'],
      ['/a%20b', 'a b/'],
    ] as const) {
      const found = connect(`s3://films${path}`);
      assert.deepEqual([found.bucket, found.prefix], ['films', prefix], path);
    }
  });

  it('refuses what makes no sense', () => {
    for (const url of [
      'films',
      'http://films',
      's3:',
      's3:///a',
      's3://key@films',
      's3://films#a',
      's3://films?pathstyle=1',
      's3://films?endpoint=ftp://a',
      's3://films?endpoint=a',
      's3://films?endpoint=xhttp://a',
    ]) {
      assert.throws(() => connectBucket(url, {}), { kind: 'misconfigured' }, url);
    }
  });

  it('says where the bucket is and how it is addressed', async () => {
    const { config } = connect(
      's3://a?endpoint=http://s3.test:9000&region=here&pathStyle=1',
    ).client;
    const { protocol, hostname, port } = (await config.endpoint?.()) ?? {};
    assert.deepEqual([protocol, hostname, port], ['http:', 's3.test', 9000]);
    assert.equal(await config.region(), 'here');
    assert.equal(config.forcePathStyle, true);
    assert.equal(connect('s3://a?pathStyle=true').client.config.forcePathStyle, true);
    assert.equal(connect('s3://a?endpoint=https://s3.test').client.config.forcePathStyle, false);
  });

  it('takes the region of the environment, or the oldest one', async () => {
    const env = { AWS_REGION: 'there' };
    assert.equal(await connect('s3://a?region=here', env).client.config.region(), 'here');
    assert.equal(await connect('s3://a', env).client.config.region(), 'there');
    const { config } = connect('s3://a').client;
    assert.equal(await config.region(), 'us-east-1');
    assert.equal(config.endpoint, undefined);
  });

  it('takes the keys of the environment, with the token of a session', async (t) => {
    const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const readKeys = async (given: Record<string, string>) => {
      const keys = await connect('s3://a', given).client.config.credentials();
      return [keys.accessKeyId, keys.secretAccessKey, keys.sessionToken];
    };
    assert.deepEqual(await readKeys(env), ['id', 'secret', undefined]);
    const session = { ...env, AWS_SESSION_TOKEN: 'token' };
    assert.deepEqual(await readKeys(session), ['id', 'secret', 'token']);
    // Half of a pair is none: the SDK looks elsewhere, here not in the network.
    process.env['AWS_EC2_METADATA_DISABLED'] = 'true';
    t.after(() => delete process.env['AWS_EC2_METADATA_DISABLED']);
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      await assert.rejects(readKeys({ [name]: 'half' }), { name: 'CredentialsProviderError' });
    }
  });
});

describe('an error of S3', () => {
  it('is mapped to the caller’s terms', () => {
    for (const [error, kind] of [
      [answered(507), 'full'],
      [answered(403, 'QuotaExceeded'), 'full'],
      [answered(400, 'XMinioStorageFull'), 'full'],
      [answered(401), 'denied'],
      [answered(403), 'denied'],
      [answered(416, 'InvalidRange'), 'bad_range'],
      [answered(500), 'unavailable'],
      [answered(404, 'NoSuchBucket'), 'unavailable'],
      [Object.assign(new Error('of a call'), { name: 'QuotaExceeded' }), 'unavailable'],
    ] as const) {
      const found = toS3Error(error);
      assert.ok(found instanceof StorageError);
      const { message, cause } = found;
      assert.deepEqual([found.kind, message, cause], [kind, `${error.name}: of a call`, error]);
    }
    assert.equal(toS3Error('words').message, 'words');
    const own = new StorageError('too_large', 'More');
    assert.equal(toS3Error(own), own);
  });

  it('says that an object is missing, whatever the store names it, but not its bucket', () => {
    for (const name of ['NoSuchKey', 'NotFound', '']) assert.ok(isMissing(answered(404, name)));
    for (const error of [answered(404, 'NoSuchBucket'), answered(403), new Error('404'), null]) {
      assert.equal(isMissing(error), false);
    }
    assert.equal(getS3Status(answered(404)), 404);
    for (const error of [answered(), new Error('no answer')]) assert.equal(getS3Status(error), 0);
  });
});
