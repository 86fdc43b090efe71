import { isDeepStrictEqual } from 'node:util';
import { listPresetIssues } from '@kinora/contract/preset-rules/issues';
import { findKeyServerId } from '@kinora/contract/preset-rules/key-server';
import type { PresetContent } from '@kinora/contract/preset-rules/normalise';
import { MAX_PRESETS } from '@kinora/contract/presets';
import words from '@kinora/i18n/en/problems' with { type: 'json' };
import { type Changes, diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { announce, announceAll } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { presetChanged, presetDeleted, presetCreated } from './events.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { lockRow, requireRoom, toFacts } from '../../base/team-rows.ts';
import { isUsedBy, lockKeyServer, toContent } from './queries.ts';
import { SYSTEM_PRESETS } from './rules.ts';

export async function createSystemPresets(tx: Tx, scope: TeamScope): Promise<void> {
  const now = Date.now();
  // Lists are in order of creation: the first stays the first.
  const rows = SYSTEM_PRESETS.map((preset, index) => ({
    id: newId(),
    team_id: scope.teamId,
    name: preset.name,
    vod_delivery_model: preset.vodDeliveryModel,
    is_system: true,
    created_at: new Date(now + index),
    updated_at: new Date(now + index),
    profiles: JSON.stringify(preset.profiles),
  }));
  await tx.insertInto('presets').values(rows).execute();
  const facts = rows.map(({ id, name }) => toFacts(scope, id, name));
  await announceAll(tx, presetCreated, facts);
}

function toColumns(content: PresetContent) {
  const { name, vodDeliveryModel, profiles, defaultResolution, backgroundCompletion } = content;
  return {
    name,
    vod_delivery_model: vodDeliveryModel,
    profiles: JSON.stringify(profiles),
    default_resolution: defaultResolution && JSON.stringify(defaultResolution),
    key_server_id: findKeyServerId(content),
    background_completion: backgroundCompletion,
  };
}

/** @throws AppError validation_failed naming each field that does not fit */
function requireFitting(content: PresetContent, before: PresetContent | null): void {
  const fields = listPresetIssues(content, before).map(({ path, code }) => ({
    path,
    code,
    message: words.fields[code],
  }));
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
}

/**
 * Locks the key server of a preset, so that none goes that one names. A preset keeps one that has become
 * inactive; a new choice has to be active.
 *
 * @throws AppError validation_failed
 */
async function requireKeyServer(
  tx: Tx,
  { team }: TeamPermit,
  content: PresetContent,
  before: PresetContent | null,
): Promise<void> {
  const id = findKeyServerId(content);
  if (id === null) return;
  const isActive = await lockKeyServer(tx, team, id);
  const isKept = before !== null && findKeyServerId(before) === id;
  if (isActive === null) throw unfitServer(content, id, 'key_server_not_found');
  if (!isActive && !isKept) throw unfitServer(content, id, 'key_server_inactive');
}

function unfitServer(
  { profiles }: PresetContent,
  id: string,
  code: 'key_server_not_found' | 'key_server_inactive',
): AppError {
  const message = words.fields[code];
  const fields = profiles.flatMap(({ videoTracks }, profile) =>
    videoTracks.flatMap(({ encryption }, track) => {
      const path = `profiles.${profile}.videoTracks.${track}.encryption.keyServerId`;
      return encryption.keyServerId === id ? [{ path, code, message }] : [];
    }),
  );
  return new AppError('validation_failed', { fields });
}

/**
 * @returns its id
 * @throws AppError validation_failed; limit_reached, as a list could not show one more
 */
export async function createPreset(
  tx: Tx,
  permit: TeamPermit,
  content: PresetContent,
): Promise<string> {
  const { team } = permit;
  requireFitting(content, null);
  await requireKeyServer(tx, permit, content, null);
  await requireRoom(tx, 'presets', team, MAX_PRESETS);
  const id = newId();
  const row = { id, team_id: team.teamId, ...toColumns(content) };
  await tx.insertInto('presets').values(row).execute();
  await announce(tx, presetCreated, toFacts(team, id, content.name));
  return id;
}

/**
 * Locks the preset until the transaction ends: its foreign keys then keep new projects and videos
 * of it waiting, so that what was read about its use stays true.
 *
 * @throws AppError not_found, preset_read_only
 */
async function lockPreset(tx: Tx, { team }: TeamPermit, id: string): Promise<PresetContent> {
  const row = await lockRow(tx, 'presets', team, { id, item: 'preset', columns: LOCKED });
  if (row.is_system) throw new AppError('preset_read_only');
  return toContent(row);
}

const LOCKED = [
  'name',
  'vod_delivery_model',
  'is_system',
  'profiles',
  'default_resolution',
  'background_completion',
] as const;

async function change(
  tx: Tx,
  { team }: TeamPermit,
  id: string,
  columns: Partial<ReturnType<typeof toColumns>> & { name: string },
  changes: Changes,
): Promise<void> {
  await tx
    .updateTable('presets')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await announce(tx, presetChanged, { ...toFacts(team, id, columns.name), changes });
}

/**
 * One that a video uses, also a deleted one, which may be restored, takes another name only.
 *
 * @throws AppError not_found, preset_read_only, validation_failed, preset_in_use
 */
export async function updatePreset(
  tx: Tx,
  permit: TeamPermit,
  id: string,
  content: PresetContent,
): Promise<void> {
  const before = await lockPreset(tx, permit, id);
  requireFitting(content, before);
  await requireKeyServer(tx, permit, content, before);
  const isRename = isDeepStrictEqual({ ...content, name: before.name }, before);
  if (!isRename && (await isUsedBy(tx, 'revisions.preset_id', id)))
    throw new AppError('preset_in_use');
  await change(tx, permit, id, toColumns(content), diff(before, content));
}

/** @throws AppError not_found, preset_read_only */
export async function renamePreset(
  tx: Tx,
  permit: TeamPermit,
  id: string,
  name: string,
): Promise<void> {
  const before = await lockPreset(tx, permit, id);
  await change(tx, permit, id, { name }, diff(before, { name }));
}

/** @throws AppError not_found, preset_read_only, preset_in_use */
export async function deletePreset(tx: Tx, permit: TeamPermit, id: string): Promise<void> {
  const { name } = await lockPreset(tx, permit, id);
  if (
    (await isUsedBy(tx, 'revisions.preset_id', id)) ||
    (await isUsedBy(tx, 'projects.preset_id', id))
  ) {
    throw new AppError('preset_in_use');
  }
  await tx.deleteFrom('presets').where('id', '=', id).execute();
  await announce(tx, presetDeleted, toFacts(permit.team, id, name));
}
