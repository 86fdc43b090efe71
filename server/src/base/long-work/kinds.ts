import type { NotificationKind } from '@kinora/contract/notifications';
import { z } from 'zod';
import { defineJob, type Job } from '../jobs.ts';

/** The first waiting item of a work, as it was when the turn was queued: a turn makes it and the next ones. */
const Turn = z.object({ teamId: z.uuid(), workId: z.uuid(), position: z.int() });
export type Turn = z.infer<typeof Turn>;

/**
 * A kind of long work, as its starter knows it.
 *
 * Input: the wanted change of all items. Item: data of one item besides its key. Changed: the data that an
 * undo needs about a change.
 */
export type LongWorkKind<Input, Item, Changed> = {
  /** Stands in its rows, and names its queue. */
  name: string;
  input: z.ZodType<Input>;
  item: z.ZodType<Item>;
  changed: z.ZodType<Changed>;
  /** The number of items in one transaction, a turn of the team, for which others wait. */
  itemsAtOnce: number;
  /** What the bell calls its end: a kind of its own, and what a work did. */
  notification: { kind: NotificationKind; getCode(input: Input): string };
  job: Job<typeof Turn>;
};

/** The part of a kind that turns need, whatever its items are. */
export type AnyKind = Pick<
  LongWorkKind<unknown, unknown, unknown>,
  'name' | 'itemsAtOnce' | 'notification' | 'job'
>;

/** Defines a kind with its job, of which a team runs one turn at a time. */
export function defineLongWorkKind<Input, Item, Changed>(
  kind: Omit<LongWorkKind<Input, Item, Changed>, 'job'>,
): LongWorkKind<Input, Item, Changed> {
  const options = { hasGiveUp: true, concurrency: 2, groupConcurrency: 1 };
  return { ...kind, job: defineJob({ name: kind.name, payload: Turn, options }) };
}

/** A work as what changes its items knows it. */
export type LongWork<Input> = {
  id: string;
  teamId: string;
  projectId: string | null;
  /** The account that started it. */
  accountId: string;
  input: Input;
};

/** The result of an item. Only changes are kept, for an undo. */
export type Outcome<Changed, Failure = string> =
  | { failure: Failure }
  | { failure?: undefined; changed?: Changed };

/** Outcomes by the keys of items. */
export type Outcomes<Changed> = ReadonlyMap<string, Outcome<Changed>>;
