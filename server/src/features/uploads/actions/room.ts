import { getSpace, type Space } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { AppError } from '../../../base/errors.ts';
import { CHECK_EVERY_BYTES, getReserveBytes } from '../rules/reserve.ts';

/** The room that uploads may fill. */
export type Room = {
  /** @throws AppError storage_full when so many bytes would touch the reserve */
  require: (bytes: number) => Promise<void>;
  /** Called as bytes flow: null lets them pass, a promise is a look at the disk. */
  admit: (bytes: number) => Promise<void> | null;
};

/**
 * Watches the file systems of the storage and of DATA_DIR, where an embedded database lies. All
 * uploads of this process share the looks: one each few megabytes, of some microseconds.
 */
export function openRoom({ config, storage }: Pick<Context, 'config' | 'storage'>): Room {
  let uncheckedBytes = 0;

  async function require(bytes: number): Promise<void> {
    const [objects, data] = await Promise.all([
      storage.space().catch(() => null),
      getSpace(config.dataDir).catch(() => null),
    ]);
    requireReserve(objects, bytes);
    requireReserve(data, 0);
  }
  return {
    require,
    admit(bytes) {
      uncheckedBytes += bytes;
      if (uncheckedBytes < CHECK_EVERY_BYTES) return null;
      uncheckedBytes = 0;
      return require(0);
    },
  };
}

/** A folder that can't be looked at fails by itself when it is written to. */
function requireReserve(space: Space | null, bytes: number): void {
  if (!space || space.freeBytes - bytes >= getReserveBytes(space.totalBytes)) return;
  throw new AppError('storage_full');
}
