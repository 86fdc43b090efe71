import { account, at, type Rows } from '../../test-permissions.ts';

export const sessionsRows: Rows = (scene) => ({
  'sessions.list': {
    call: at('GET', '/api/auth/v1/sessions'),
    needsSession: true,
    expected: account(200),
  },
  'sessions.end': {
    // Somebody else's session: for each caller it does not exist.
    call: async () => {
      const owner = await scene.app.addPerson(null, 'user');
      await scene.app.signIn(owner);
      const { id } = await scene.app.context.db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', owner.id)
        .executeTakeFirstOrThrow();
      return { method: 'DELETE', url: `/api/auth/v1/sessions/${id}` };
    },
    needsSession: true,
    expected: account(404),
  },
  'sessions.endOthers': {
    call: at('DELETE', '/api/auth/v1/sessions'),
    needsSession: true,
    expected: account(204),
  },
});
