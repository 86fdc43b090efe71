/** The part of s3rver that tests use; it brings no types. */
declare module 's3rver' {
  import type { Readable } from 'node:stream';

  type Written = { size: number; md5: string };

  /** Keeps objects as files: `films/a` is the file `films/a._S3rver_object`. */
  type Store = {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>;
    putObject(object: {
      bucket: string;
      key: string;
      content: Readable;
      metadata: unknown;
    }): Promise<Written>;
    putPart(bucket: string, uploadId: string, part: number, content: Readable): Promise<Written>;
  };

  export default class S3rver {
    readonly store: Store;
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
