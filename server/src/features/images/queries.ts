import { sql } from 'kysely';
import type { ImageKind } from './rules.ts';

export type UsedImage = {
  id: string;
  storageKey: string;
  width: number;
  height: number;
  /** The same for the same picture. */
  hash: string;
};

/**
 * An image of this kind that a thing uses, in the statement that reads the thing. Things without
 * one say so: `imageUsedBy(…).$castTo<UsedImage | null>()`.
 *
 * @param owner names the thing's team and key there: `o.team_id`, `o.id`
 */
export const imageUsedBy = (kind: ImageKind, owner: { team: string; key: string }) =>
  sql<UsedImage>`(
    select json_build_object('id', i.id, 'storageKey', i.storage_keys[1], 'width', i.width,
      'height', i.height, 'hash', i.content_hash)
    from image_uses u join images i on i.id = u.image_id
    where u.team_id = ${sql.ref(owner.team)} and u.owner_key = ${sql.ref(owner.key)}::text
      and i.kind = ${kind.name}
    limit 1)`;
