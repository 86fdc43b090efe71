import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useQueryClient } from '@tanstack/react-query';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { changes, showChannel } from '../data.ts';

/** A change of a channel, whose failure is shown in its own section. */
export function useChannelChange<Input>(
  channel: PlaybackChannel,
  run: (make: ReturnType<typeof changes>, input: Input) => Promise<PlaybackChannel>,
  done: string,
  onDone?: () => void,
  undo?: (make: ReturnType<typeof changes>, input: Input) => Promise<PlaybackChannel>,
) {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return useSave<Input, PlaybackChannel>({
    run: (input) => run(changes(scope, channel.id), input),
    done,
    onDone: async (changed) => {
      onDone?.();
      await showChannel(queryClient, scope, changed);
    },
    ...(undo && {
      undo: async (input) =>
        showChannel(queryClient, scope, await undo(changes(scope, channel.id), input)),
    }),
    shownByPage: () => true,
  });
}
