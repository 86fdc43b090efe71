import { sql, type RawBuilder } from 'kysely';
import type { Language } from '@kinora/contract/fields';
import type { Project } from '@kinora/contract/projects';
import type { TeamTable } from '../../../base/referenced-rows.ts';
import type { Tx } from '../../../base/db.ts';
import { invalidField } from '../../../base/errors.ts';
import type { TeamScope } from '../../../base/request.ts';
import { getRuleName } from '../../geoblock-rules/rules.ts';
import { lockKeyServer } from '../../presets/queries.ts';
import { presetName } from '../../presets/rules/names.ts';

/** A project that chooses; it has no id before it is created. */
export type Chooser = { team: TeamScope; projectId: string | null };

/** One row of the team, in a table of another feature, that a project chooses. */
export type Choice = {
  /** Calls and answers have its id by this name, and answers what it is by the other. */
  field: keyof Project;
  shownAs: keyof Project;
  table: TeamTable;
  column: `${string}_id`;
  isNullable: boolean;
  noun: string;
  /** Goes on from `id` and `name` of the chosen row `c`, as members of a JSON object. */
  shown?: RawBuilder<unknown>;
  /** Its name in the reader's language, where that isn't the stored one. */
  toName?: (chosen: { name: string; isSystem: boolean }, lang: Language) => string;
  /** Locks what may not be chosen by any project of the team. @throws AppError validation_failed */
  lock?: (tx: Tx, chooser: Chooser, id: string) => Promise<void>;
};

export const CHOICES = [
  {
    field: 'presetId',
    shownAs: 'preset',
    table: 'presets',
    column: 'preset_id',
    isNullable: false,
    noun: 'preset',
    shown: sql`, 'isSystem', c.is_system`,
    toName: presetName,
  },
  {
    field: 'geoblockRuleId',
    shownAs: 'geoblockRule',
    table: 'geoblock_rules',
    column: 'geoblock_rule_id',
    isNullable: false,
    noun: 'rule',
    toName: getRuleName,
  },
  {
    field: 'playerId',
    shownAs: 'player',
    table: 'players',
    column: 'player_id',
    isNullable: true,
    noun: 'player',
    shown: sql`, 'updatedAt',
      to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  {
    field: 'keyServerId',
    shownAs: 'keyServer',
    table: 'key_servers',
    column: 'key_server_id',
    isNullable: true,
    noun: 'key server',
    shown: sql`, 'status', case when c.is_active then 'active' else 'inactive' end`,
    lock: lockActiveKeyServer,
  },
] as const satisfies readonly Choice[];

type Listed = (typeof CHOICES)[number];

/** Ids of what a project chooses; null chooses nothing. */
export type Choices = {
  [One in Listed as One['field']]?:
    | (One['isNullable'] extends true ? string | null : string)
    | undefined;
};

/** The columns of a project's row that keep some choices. */
export type ChosenColumns<Given extends Choices> = {
  [One in Listed as One['field'] extends keyof Given ? One['column'] : never]: Given[One['field']];
};

/** Columns for a list: the id of each choice of a project `p`, and what it is. */
export const chosenColumns = sql.join(
  CHOICES.map((choice: Choice) => {
    const { field, shownAs, table, shown = sql`` } = choice;
    const column = sql.ref(`p.${choice.column}`);
    return sql`${column} as ${sql.ref(field)}, (
      select json_build_object('id', c.id, 'name', c.name ${shown})
      from ${sql.table(table)} c where c.team_id = p.team_id and c.id = ${column}
    ) as ${sql.ref(shownAs)}`;
  }),
);

/** Names what a project chose in the reader's language. */
export function nameChoices(row: Pick<Project, Listed['shownAs']>, lang: Language) {
  const named = CHOICES.flatMap(({ shownAs, toName }: Choice) => {
    const chosen = row[shownAs as Listed['shownAs']] as { id: string; name: string } & {
      isSystem: boolean;
    };
    return toName ? [[shownAs, { id: chosen.id, name: toName(chosen, lang) }]] : [];
  });
  return Object.fromEntries(named) as Pick<Project, 'preset' | 'geoblockRule'>;
}

/** A project keeps a key server that has become inactive; a new choice has to be active. */
async function lockActiveKeyServer(tx: Tx, { team, projectId }: Chooser, id: string) {
  const isActive = await lockKeyServer(tx, team, id);
  if (isActive === null) {
    throw invalidField('keyServerId', 'key_server_not_found', 'There is no such key server');
  }
  if (isActive) return;
  const before = await tx
    .selectFrom('projects')
    .select('key_server_id')
    .where('team_id', '=', team.teamId)
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (before?.key_server_id !== id.toLowerCase()) {
    throw invalidField('keyServerId', 'key_server_inactive', 'This key server isn’t active');
  }
}
