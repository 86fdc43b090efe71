import { queryOptions } from '@tanstack/react-query';
import { createApi } from '../../base/api-client.ts';

const { sessions } = createApi(null);

/** Says where the caller is signed in; sessions belong to the person, not to a team. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => sessions.list({}, { signal }),
});

export const endSession = (id: string) => sessions.end({ id });

/** All but the one that asks. */
export const endOtherSessions = () => sessions.endOthers({});
