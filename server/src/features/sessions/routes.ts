import { requireSession } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { endSessionById, endSessions } from './actions.ts';
import { listSessions } from './queries.ts';

const list = os.sessions.list.handler(async ({ context }) => ({
  data: await listSessions(context.app.db, await requireSession(context)),
}));

const end = os.sessions.end.handler(async ({ input, context }) => {
  const scope = await requireSession(context);
  const isOwn = await write(context, scope, (tx) => endSessionById(tx, scope, input.id));
  if (isOwn) context.setCookie('session', '', 0);
});

const endOthers = os.sessions.endOthers.handler(async ({ context }) => {
  const scope = await requireSession(context);
  await write(context, scope, (tx) => endSessions(tx, scope, scope.sessionHash));
});

export const sessionsRoutes = { list, end, endOthers };
