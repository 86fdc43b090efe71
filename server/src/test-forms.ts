import type { Prover } from './base/credentials.ts';
import { newId, newToken } from './base/ids.ts';
import type { FormCaller } from './base/request.ts';
import { findMember } from './features/teams/queries.ts';
import type { TestOwner } from './test-owner.ts';

// Upload forms have no table yet: those of the tests are known by their tokens here.

export type TestForm = Pick<FormCaller, 'id' | 'name' | 'projectId'> & {
  token: string;
  teamId: string;
  ownerId: string;
};
const forms = new Map<string, TestForm>();

/** Makes an upload form of a project, for which an account answers. */
export function addTestForm(
  { teamId, projectId }: Pick<TestOwner, 'teamId' | 'projectId'>,
  ownerId: string,
): TestForm {
  const token = newToken('test_form_');
  const form = { id: newId(), name: 'Contest', token, teamId, projectId, ownerId };
  forms.set(token, form);
  return form;
}

export const proveTestForm: Prover = async (db, { bearer }) => {
  const form = forms.get(bearer ?? '');
  const owner = form && (await findMember(db, form.teamId, form.ownerId));
  return form && owner ? { ...form, kind: 'form', owner } : null;
};
