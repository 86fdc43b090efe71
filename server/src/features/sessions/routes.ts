import { requireSession } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { endSessionById, endSessions } from './actions.ts';
import { listSessions } from './queries.ts';

const list = os.sessions.list.handler(async ({ context }) => ({
  data: await listSessions(context.app.db, await requireSession(context)),
}));

const end = os.sessions.end.handler(async ({ input, context }) => {
  const scope = await requireSession(context);
  const isOwn = await context.app.db
    .transaction()
    .execute((tx) => endSessionById(tx, scope, input.id));
  if (isOwn) context.setCookie('session', '', 0);
});

const endOthers = os.sessions.endOthers.handler(async ({ context }) => {
  const scope = await requireSession(context);
  await context.app.db.transaction().execute((tx) => endSessions(tx, scope, scope.sessionHash));
});

export const sessionsRoutes = { list, end, endOthers };
