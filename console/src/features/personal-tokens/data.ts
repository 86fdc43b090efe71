import { queryOptions } from '@tanstack/react-query';
import { createApi } from '../../base/api-client.ts';

const { personalTokens } = createApi(null);

/** The caller's tokens that are not revoked; they belong to the person, not to a team. */
export const personalTokensQuery = queryOptions({
  queryKey: ['personal-tokens'],
  queryFn: ({ signal }) => personalTokens.list({}, { signal }),
});

/** The answer holds the token itself, this once. */
export const createToken = (input: { name: string; expiresAt: string | null }) =>
  personalTokens.create(input);

/** By the token's id. */
export const revokeToken = (id: string) => personalTokens.revoke({ token: id });
