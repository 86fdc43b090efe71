// Makes the bucket of STORAGE_URL, unless it is there; compose.yaml runs it once before the rest.
import { CreateBucketCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import { readConfig } from '@kinora/server/base/config';
import { connectBucket } from '@kinora/storage/s3-client';

const { storageUrl, secrets } = readConfig();
const { client, bucket } = connectBucket(storageUrl, secrets.storageEnv);
try {
  await client.send(new HeadBucketCommand({ Bucket: bucket }));
} catch (error) {
  if (error?.$metadata?.httpStatusCode !== 404) throw error;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
}
