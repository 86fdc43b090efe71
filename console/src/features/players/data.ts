import type { Player, PlayerOptionsInput } from '@kinora/contract/players';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

type PlayerInput = { name: string; options: PlayerOptionsInput };

/** 409 when the team has as many as it can have; 422 names the bad fields, `options.color`. */
export const createPlayer = (scope: TeamScope, input: PlayerInput): Promise<Player> =>
  scope.api.players.create(input);

export const updatePlayer = (scope: TeamScope, id: string, input: PlayerInput): Promise<Player> =>
  scope.api.players.update({ id, ...input });

/** 409 while a project has it. */
export const deletePlayer = (scope: TeamScope, id: string) => scope.api.players.delete({ id });

/** 422 at `image` where the file is no picture, or too large a one. */
export const addPicture = (scope: TeamScope, image: File): Promise<{ url: string }> =>
  scope.api.players.addPicture({ image });

/** The projects that have a player: a few by name, and how many there are. */
export const playerUsesQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'player-uses', id),
    queryFn: ({ signal }) => scope.api.players.uses({ id }, { signal }),
    staleTime: 0,
  });

export async function refreshPlayers(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: teamKey(scope, 'players') });
}
