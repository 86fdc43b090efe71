import { invalidField } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { createPageToken, readPageToken } from '../../base/page-tokens.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { markRead, markSeen } from './actions.ts';
import { countNotifications, listNotifications, type Place } from './queries.ts';

const LIST = 'notifications';

const list = os.notifications.list.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const { db, config } = context.app;
  const { secretKey } = config.secrets;
  const place = input.next === undefined ? null : readPlace(secretKey, input.next);
  const { data, next } = await listNotifications(db, team, { place, limit: input.limit });
  return {
    data,
    next: next && createPageToken(secretKey, LIST, [next.at, next.id]),
    ...(await countNotifications(db, team)),
  };
});

/** @throws AppError validation_failed */
function readPlace(secretKey: string, token: string): Place {
  const [at, id] = readPageToken(secretKey, LIST, token) ?? [];
  if (at === undefined || id === undefined || !isUuid(id))
    throw invalidField('next', 'invalid_format', 'No page of this list');
  return { at, id };
}

const markListSeen = os.notifications.markSeen.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  await write(context, { team }, (tx) => markSeen(tx, team, input.upTo));
});

const markLinesRead = os.notifications.markRead.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  await write(context, { team }, (tx) => markRead(tx, team, input));
});

export const notificationsRoutes = { list, markSeen: markListSeen, markRead: markLinesRead };
