const FOLDER = 'player-pictures';
const PATH = /^\/player-pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** Returns the path of a player's picture on every host of the edge. Its bytes never change. */
export function createPicturePath(id: string): string {
  return `/${getPictureKey(id)}`;
}

/** The inverse of `createPicturePath`. Null: it is no such path, or has another spelling. */
export function parsePicturePath(path: string): string | null {
  return PATH.exec(path)?.[1] ?? null;
}

/** Returns the storage key of a player's picture. */
export function getPictureKey(id: string): string {
  return `${FOLDER}/${id}.webp`;
}
