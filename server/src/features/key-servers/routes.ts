import { randomUUID } from 'node:crypto';
import { openEgress } from '@kinora/egress/egress';
import { notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import type { Tx } from '../../base/db.ts';
import { permitTeamWrites, type TeamPermit } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { countUse } from '../quotas/actions.ts';
import {
  activateKeyServer,
  createKeyServer,
  deactivateKeyServer,
  deleteKeyServer,
  recordTest,
  updateKeyServer,
} from './actions.ts';
import { callBothTwice } from './adapter.ts';
import { findKeyServer, findKeyServerAccess, listKeyServers } from './queries.ts';
import { checkAnswers } from './rules/checks.ts';

/** Runs `act`, which answers a server's id, in a transaction, and answers that server as it is afterwards. */
async function change(
  context: RequestContext,
  act: (tx: Tx, permit: TeamPermit) => Promise<string>,
) {
  const permit = permitTeamWrites(await requireTeam(context));
  return write(context, permit, async (tx) => {
    const found = await findKeyServer(tx, permit.team, await act(tx, permit));
    if (!found) throw notFound('keyServer');
    return found;
  });
}

async function getAccess(context: RequestContext, { team }: TeamPermit, id: string) {
  const { db, config } = context.app;
  const found = await findKeyServerAccess(db, config.secrets.secretKey, team, id);
  if (!found) throw notFound('keyServer');
  return found;
}

const list = os.keyServers.list.handler(async ({ input, context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  return { data: await listKeyServers(context.app.db, team, input) };
});

const get = os.keyServers.get.handler(async ({ input, context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  const found = await findKeyServer(context.app.db, team, input.id);
  if (!found) throw notFound('keyServer');
  return found;
});

const create = os.keyServers.create.handler(({ input, context }) =>
  change(context, (tx, permit) => createKeyServer(tx, permit, input, context.app.config)),
);

const update = os.keyServers.update.handler(({ input: { id, ...input }, context }) =>
  change(context, async (tx, permit) => {
    await updateKeyServer(tx, permit, id, input, context.app.config);
    return id;
  }),
);

const remove = os.keyServers.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await write(context, permit, (tx) => deleteKeyServer(tx, permit, input.id));
});

const secrets = os.keyServers.secrets.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  const { encoderSecret, tokenSecret } = await getAccess(context, permit, input.id);
  return { encoderSecret, tokenSecret };
});

const test = os.keyServers.test.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  const server = await getAccess(context, permit, input.id);
  const { accountId } = permit.team;
  await write(context, permit, (tx) => countUse(tx, accountId, 'keyServerTests', 1));
  // No video has this name, and no test another's key.
  const claims = {
    contentId: `test-${randomUUID()}`,
    tech: 'aes128',
    definition: 'default',
  } as const;
  const result = checkAnswers(await callBothTwice(openEgress(context.app.config), server, claims));
  await write(context, permit, (tx) => recordTest(tx, permit, server, result));
  return result;
});

const activate = os.keyServers.activate.handler(({ input, context }) =>
  change(context, async (tx, permit) => {
    await activateKeyServer(tx, permit, input.id);
    return input.id;
  }),
);

const deactivate = os.keyServers.deactivate.handler(({ input, context }) =>
  change(context, async (tx, permit) => {
    await deactivateKeyServer(tx, permit, input.id);
    return input.id;
  }),
);

export const keyServersRoutes = {
  list,
  get,
  create,
  update,
  delete: remove,
  secrets,
  test,
  activate,
  deactivate,
};
