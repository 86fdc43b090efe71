import { sql } from 'kysely';
import type { KeyProblem, KeyServer, KeyServerTest } from '@kinora/contract/key-servers';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { containsText } from '../../base/search.ts';
import { selectUses } from '../../base/uses.ts';
import { unseal } from '../../base/secrets.ts';
import { keyProblem } from '../revisions/queries.ts';
import {
  getEncoderSecretPlace,
  getTokenSecretPlace,
  type KeyServerAccess,
} from './rules/requests.ts';

/** Says why the stream of a video `v` has no key yet. */
export const keyProblemOfVideo = sql<KeyProblem | null>`(
  select ${keyProblem} from revisions r where r.key = v.current_revision_key)`;

/** Selects what encrypts with a key server, and the videos, deleted ones included, that have its keys. */
const uses = (team: TeamScope) =>
  selectUses(team, [
    { kind: 'preset', from: sql`from presets u where u.key_server_id = k.id` },
    { kind: 'project', from: sql`from live_projects u where u.key_server_id = k.id` },
    {
      kind: 'video',
      from: sql`from videos u where exists (
        select from revisions r where r.video_key = u.key and r.key_server_id = k.id)`,
    },
  ]);

function selectServers(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('key_servers as k')
    .select(['k.id', 'k.name', 'k.note', 'k.is_active', 'k.encoding_endpoint'])
    .select(['k.playback_endpoint', 'k.secret_header_name', 'k.tested_at'])
    .select(['k.created_at', 'k.updated_at', uses(scope).as('uses')])
    .select(sql<KeyServerTest | null>`k.test`.as('test'))
    .where('k.team_id', '=', scope.teamId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectServers>['executeTakeFirstOrThrow']>>;

function toKeyServer(row: Row): KeyServer {
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    status: row.is_active ? 'active' : 'inactive',
    encryption: {
      encodingEncryptionKeyRequestApiEndpoint: row.encoding_endpoint,
      playbackEncryptionKeyRequestApiEndpoint: row.playback_endpoint,
    },
    secretHeaderName: row.secret_header_name,
    test: row.test,
    testedAt: row.tested_at?.toISOString() ?? null,
    uses: row.uses,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listKeyServers(
  db: Db,
  scope: TeamScope,
  { limit, q }: { limit: number; q?: string | undefined },
): Promise<KeyServer[]> {
  let query = selectServers(db, scope).orderBy('k.created_at', 'desc').orderBy('k.id', 'desc');
  if (q) query = query.where(containsText(sql`lower(k.name)`, q));
  return (await query.limit(limit).execute()).map(toKeyServer);
}

export async function findKeyServer(
  db: Db | Tx,
  scope: TeamScope,
  id: string,
): Promise<KeyServer | null> {
  if (!isUuid(id)) return null;
  const row = await selectServers(db, scope).where('k.id', '=', id).executeTakeFirst();
  return row ? toKeyServer(row) : null;
}

/** Finds a server of the team with its secrets, which stay in the caller's memory. */
export async function findKeyServerAccess(
  db: Db | Tx,
  secretKey: string,
  { teamId }: Pick<TeamScope, 'teamId'>,
  id: string,
): Promise<KeyServerAccess | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('key_servers')
    .select(['id', 'version', 'is_active', 'encoding_endpoint', 'playback_endpoint'])
    .select(['secret_header_name', 'sealed_encoder_secret', 'sealed_token_secret'])
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const open = (place: string, sealed: Buffer) => unseal(secretKey, place, sealed).toString('utf8');
  return {
    id: row.id,
    version: row.version,
    isActive: row.is_active,
    encodingEndpoint: row.encoding_endpoint,
    playbackEndpoint: row.playback_endpoint,
    secretHeaderName: row.secret_header_name,
    encoderSecret: open(getEncoderSecretPlace(row.id), row.sealed_encoder_secret),
    tokenSecret: open(getTokenSecretPlace(row.id), row.sealed_token_secret),
  };
}
