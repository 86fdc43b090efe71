import { lockReference } from '../../../base/referenced-rows.ts';
import type { Tx } from '../../../base/db.ts';
import { invalidField } from '../../../base/errors.ts';
import {
  CHOICES,
  type Choice,
  type Chooser,
  type Choices,
  type ChosenColumns,
} from '../queries/choices.ts';

/**
 * Locks the rows that a project chooses, so that none is deleted before the project names it.
 *
 * @returns the columns to store
 */
export async function lockChoices<Given extends Choices>(
  tx: Tx,
  chooser: Chooser,
  choices: Given,
): Promise<ChosenColumns<Given>> {
  const given: Record<string, string | null | undefined> = choices;
  const columns: Record<string, string | null> = {};
  for (const choice of CHOICES) {
    const id = given[choice.field];
    if (id === undefined) continue;
    if (id !== null) await lock(tx, chooser, choice, id);
    columns[choice.column] = id;
  }
  return columns as ChosenColumns<Given>;
}

async function lock(tx: Tx, chooser: Chooser, choice: Choice, id: string): Promise<void> {
  if (choice.lock) return choice.lock(tx, chooser, id);
  if (await lockReference(tx, choice.table, chooser.team, id)) return;
  throw invalidField(choice.field, 'unknown', `There is no such ${choice.noun}`);
}
