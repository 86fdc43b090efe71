import { invalidField } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { createPageToken, readPageToken } from '../../base/page-tokens.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitAdminWrites } from '../../base/team-permit.ts';
import { permitHistory } from './policy.ts';
import { listAuditEvents } from './queries.ts';
import { writeCsv } from './queries/csv.ts';
import type { Place } from './queries/rows.ts';

const LIST = 'audit events';

const list = os.auditEvents.list.handler(async ({ input, context }) => {
  const { next: token, limit, ...wanted } = input;
  const scope = permitHistory(await requireTeam(context), wanted);
  const { secretKey } = context.app.config.secrets;
  const place = token === undefined ? null : readPlace(secretKey, token);
  const page = await listAuditEvents(context.app.db, scope, wanted, { place, limit });
  const toToken = (at: Place | null) =>
    at && createPageToken(secretKey, LIST, [at.direction, at.at, at.id]);
  return { ...page, next: toToken(page.next), previous: toToken(page.previous) };
});

const download = os.auditEvents.download.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  permitAdminWrites(team);
  const parts = await writeCsv(context.app.db, permitHistory(team, input), input);
  return new File(parts, 'history.csv', { type: 'text/csv' });
});

/** @throws AppError validation_failed */
function readPlace(secretKey: string, token: string): Place {
  const [direction, at, id] = readPageToken(secretKey, LIST, token) ?? [];
  const isDirection = direction === 'next' || direction === 'previous';
  if (!isDirection || at === undefined || id === undefined || !isUuid(id))
    throw invalidField('next', 'invalid_format', 'No page of this list');
  return { direction, at, id };
}

export const auditEventsRoutes = { list, download };
