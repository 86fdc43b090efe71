import { sql } from 'kysely';
import type { OverlayPosition, OverlayPreset } from '@kinora/contract/overlay-presets';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { imageUsedBy, type UsedImage } from '../images/queries.ts';
import { hasOverlay, overlayIdOf } from '../revisions/queries.ts';
import { overlayImage } from './rules.ts';

/** The overlay of a video `v`. */
export const overlayOfVideo = overlayIdOf(sql`v.current_revision_key`);

const imageOfOverlay = imageUsedBy(overlayImage, { team: 'o.team_id', key: 'o.id' });

function selectOverlays(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('overlay_presets as o')
    .select(['o.id', 'o.name', 'o.position', imageOfOverlay.as('image')])
    .select(['o.size_percent', 'o.opacity_percent', 'o.margin_percent'])
    .select(['o.created_at', 'o.updated_at'])
    .select(hasOverlay(sql`o.id`).as('is_in_use'))
    .where('o.team_id', '=', scope.teamId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOverlays>['executeTakeFirstOrThrow']>>;

function toOverlayPreset(row: Row): OverlayPreset {
  return {
    id: row.id,
    name: row.name,
    image: {
      width: row.image.width,
      height: row.image.height,
      version: row.image.hash,
    },
    position: row.position,
    sizePercent: row.size_percent,
    opacityPercent: row.opacity_percent,
    marginPercent: row.margin_percent,
    isInUse: row.is_in_use,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listOverlayPresets(
  db: Db,
  scope: TeamScope,
  limit: number,
): Promise<OverlayPreset[]> {
  const rows = await selectOverlays(db, scope)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(limit)
    .execute();
  return rows.map(toOverlayPreset);
}

export async function findOverlayPreset(
  db: Db | Tx,
  scope: TeamScope,
  id: string,
): Promise<OverlayPreset | null> {
  if (!isUuid(id)) return null;
  const row = await selectOverlays(db, scope).where('o.id', '=', id).executeTakeFirst();
  return row ? toOverlayPreset(row) : null;
}

/** Null when the team has no such overlay preset. */
export async function findOverlayImage(
  db: Db | Tx,
  scope: TeamScope,
  id: string,
): Promise<UsedImage | null> {
  if (!isUuid(id)) return null;
  const row = await selectOverlays(db, scope).where('o.id', '=', id).executeTakeFirst();
  return row?.image ?? null;
}

/** Says whether a video shows it. */
export async function isOverlayInUse(tx: Tx, id: string): Promise<boolean> {
  const isInUse = hasOverlay(sql`${id}::uuid`).as('isInUse');
  const row = await tx.selectNoFrom(isInUse).executeTakeFirstOrThrow();
  return row.isInUse;
}

/** An overlay that is drawn over a video; its width and margin are parts of the frame's width. */
export type Overlay = {
  /** Storage key of a PNG, which stays as long as the video uses it. */
  imageKey: string;
  imageWidth: number;
  imageHeight: number;
  position: OverlayPosition;
  sizePercent: number;
  opacityPercent: number;
  marginPercent: number;
};

/** The overlay that is drawn over a revision; null without one. */
export async function findOverlay(db: Db | Tx, revisionKey: string): Promise<Overlay | null> {
  const row = await db
    .selectFrom('overlay_presets as o')
    .select([imageOfOverlay.as('image'), 'o.position', 'o.size_percent as sizePercent'])
    .select(['o.opacity_percent as opacityPercent', 'o.margin_percent as marginPercent'])
    .where('o.id', '=', overlayIdOf(sql`${revisionKey}`))
    .executeTakeFirst();
  if (!row) return null;
  const { image, ...place } = row;
  return {
    ...place,
    imageKey: image.storageKey,
    imageWidth: image.width,
    imageHeight: image.height,
  };
}
