import { sql } from 'kysely';
import { z } from 'zod';
import { findActor } from '../actor.ts';
import { defineLongWork } from './define.ts';
import { defineLongWorkKind, type Outcomes } from './kinds.ts';

/** A kind that writes its keys into a table, so that a test sees how often each was changed. */
export const counting = defineLongWorkKind({
  name: 'test.counting',
  input: z.object({ label: z.string() }),
  item: z.object({ fails: z.boolean() }).nullable(),
  changed: z.object({ key: z.string() }),
  itemsAtOnce: 10,
  notification: { kind: 'videoBatch', getCode: ({ label }) => label },
});

export const COUNTED = sql`create table counted (
  at serial, team_id uuid, label text, key text, for_whom text)`;

type Items = readonly { key: string }[];

/** @param onTurn is called in the transaction of each turn, after its writes */
export function createCounting(onTurn: (items: Items) => Promise<void> = async () => undefined) {
  return defineLongWork(counting, {
    change: async (tx, { teamId, input }, items): Promise<Outcomes<{ key: string }>> => {
      const forWhom = findActor(tx)?.onBehalfOf?.id ?? null;
      const good = items.filter((item) => !item.input?.fails).map(({ key }) => key);
      await sql`insert into counted (team_id, label, key, for_whom)
        select ${teamId}, ${input.label}, key, ${forWhom} from unnest(${good}::text[]) key`.execute(
        tx,
      );
      await onTurn(items);
      return new Map(
        items.map(({ key, input: item }) => [
          key,
          item?.fails ? { failure: 'broken' } : { changed: { key } },
        ]),
      );
    },
    undo: async (tx, { teamId }, items) => {
      const keys = items.map(({ input }) => input.key);
      await sql`delete from counted where team_id = ${teamId} and key = any(${keys})`.execute(tx);
      return new Map(keys.map((key) => [key, {}]));
    },
  });
}
