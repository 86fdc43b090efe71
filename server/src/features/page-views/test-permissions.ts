import { at, members, type Rows } from '../../test-permissions.ts';

export const pageViewsRows: Rows = () => ({
  'pageViews.record': {
    call: at('POST', '/api/v1/page-views', { path: '/home/projects' }),
    expected: members(204),
  },
});
