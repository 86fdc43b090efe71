import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { recordPageView } from './actions.ts';

const record = os.pageViews.record.handler(async ({ input, context }) => {
  const scope = await requireTeam(context);
  await context.app.db.transaction().execute((tx) => recordPageView(tx, scope, input.path));
});

export const pageViewsRoutes = { record };
