import type { Prover } from './base/credentials.ts';
import { newId, newToken } from './base/ids.ts';
import type { FormCaller } from './base/request.ts';
import { findMember } from './features/team-members/queries.ts';

// The product stores no upload forms yet; tests keep theirs here, by token.

export type TestForm = Pick<FormCaller, 'id' | 'name' | 'projectId'> & {
  token: string;
  teamId: string;
  ownerId: string;
};
const forms = new Map<string, TestForm>();

/** Makes an upload form of a project, which this account owns. */
export function addTestForm(
  { teamId, projectId }: Pick<TestForm, 'teamId' | 'projectId'>,
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
