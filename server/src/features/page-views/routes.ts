import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { recordPageView } from './actions.ts';

const record = os.pageViews.record.handler(async ({ input, context }) => {
  const scope = await requireTeam(context);
  await write(context, scope, (tx) => recordPageView(tx, scope, input.path));
});

export const pageViewsRoutes = { record };
