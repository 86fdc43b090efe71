import type { z } from 'zod';
import type { Tx } from '../db.ts';
import { defineWork, type Work } from '../jobs.ts';
import type { LongWork, LongWorkKind, Outcomes } from './kinds.ts';
import { type Make, passOver, takeTurn } from './turns.ts';

/**
 * Changes some items in one transaction, which acts for the work's starter. An item without a
 * result counts as an internal fault.
 */
type Change<Input, Brought, Changed> = (
  tx: Tx,
  work: LongWork<Input>,
  items: readonly { key: string; input: Brought }[],
) => Promise<Outcomes<Changed>>;

/**
 * Defines what does works of a kind: the work of its queue.
 *
 * @param does.undo is given what `change` said that it had changed of an item
 */
export function defineLongWork<Input, Item, Changed>(
  kind: LongWorkKind<Input, Item, Changed>,
  does: { change: Change<Input, Item, Changed>; undo?: Change<Input, Changed, Changed> },
): Work<LongWorkKind<Input, Item, Changed>['job']['payload']> {
  const make: Make = async (tx, { isUndo, ...work }, items) => {
    const known = { ...work, input: kind.input.parse(work.input) };
    const read = <Brought>(brought: z.ZodType<Brought>) =>
      items.map(({ key, input }) => ({ key, input: brought.parse(input) }));
    if (!isUndo) return does.change(tx, known, read(kind.item));
    if (!does.undo) throw new Error(`${kind.name} can't be taken back`);
    return does.undo(tx, known, read(kind.changed));
  };
  return defineWork(kind.job, {
    handle: ({ db }, turn) => takeTurn(db, kind, turn, make),
    giveUp: ({ db }, turn) => takeTurn(db, kind, turn, passOver),
  });
}
