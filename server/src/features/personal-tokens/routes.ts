import { invalidField } from '../../base/errors.ts';
import { requireAccount, requireSession } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { createPersonalToken, revokePersonalToken } from './actions.ts';
import { listPersonalTokens } from './queries.ts';

const list = os.personalTokens.list.handler(async ({ context }) => ({
  data: await listPersonalTokens(context.app.db, await requireSession(context)),
}));

const create = os.personalTokens.create.handler(async ({ input, context }) => {
  const scope = await requireSession(context);
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt && expiresAt <= new Date()) {
    throw invalidField('expiresAt', 'in_the_past', 'Must lie in the future');
  }
  const token = { name: input.name, expiresAt };
  return write(context, scope, (tx) => createPersonalToken(tx, scope, token));
});

const revoke = os.personalTokens.revoke.handler(async ({ input, context }) => {
  const scope = await requireAccount(context);
  await write(context, scope, (tx) => revokePersonalToken(tx, scope, input.token));
});

export const personalTokensRoutes = { list, create, revoke };
