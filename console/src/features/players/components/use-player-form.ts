import { ERROR_SCREENS } from '@kinora/contract/bounds';
import type { Player } from '@kinora/contract/players';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { paths } from '../../../paths.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { createPlayer, refreshPlayers, updatePlayer } from '../data.ts';
import {
  checkPlayer,
  EMPTY_PLAYER,
  type PlayerForm,
  type PlayerProblem,
  toFieldPath,
  toForm,
  toOptions,
  toScreenPath,
} from '../rules/form.ts';

const FIELDS = [
  'name',
  'color',
  'logoUrl',
  'seekButtons',
  'speedControl',
  'autoplayMode',
  'preload',
  'muted',
  'autoRotate',
  'errorScreensEnabled',
  'adsEnabled',
  'adTagUrl',
  'autoplayAdsMuted',
  'lighthouseEnabled',
] as const;

/** A player as it is being made or changed, and how it is saved. */
export function usePlayerForm(player: Player | undefined, initial: PlayerForm | undefined) {
  const t = useTranslations('players');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const labels = useLabels();
  const words = useProblemWords();
  return useForm<PlayerForm, Player>({
    id: 'player',
    stored: player ? toForm(player) : (initial ?? EMPTY_PLAYER),
    labels,
    fieldOf: toFieldPath,
    problems: (typed) =>
      Object.fromEntries(
        Object.entries(checkPlayer(typed)).map(([path, problem]) => [
          path,
          { text: words(path, problem), waits: problem.code !== 'too_long' },
        ]),
      ),
    run: (typed) => {
      const input = { name: typed.name.trim(), options: toOptions(typed) };
      return player ? updatePlayer(scope, player.id, input) : createPlayer(scope, input);
    },
    item: t('item'),
    ...(player && { done: ({ name }) => ui('things.saved', { name }) }),
    onDone: async ({ id, name }) => {
      if (!player) {
        showToast('advanced', {
          title: ui('things.created', { name }),
          action: {
            label: ui('useInProject'),
            onSelect: () =>
              void navigate({ to: paths.projectUse(scope.teamName), search: { player: id } }),
          },
        });
      }
      await navigate({ to: paths.players(scope.teamName), ignoreBlocker: true });
      await refreshPlayers(queryClient, scope);
    },
    leaves: true,
    isNew: player === undefined,
  });
}

function useLabels(): Record<string, string> {
  const t = useTranslations('players');
  const screens = ERROR_SCREENS.flatMap((status): [string, string][] => [
    [toScreenPath(status, 'imageUrl'), t('screens.image')],
    [toScreenPath(status, 'message'), t('screens.message')],
  ]);
  const fields = FIELDS.map((field): [string, string] => [field, t(`fields.${field}`)]);
  return Object.fromEntries([...fields, ...screens]);
}

function useProblemWords(): (path: string, problem: PlayerProblem) => string {
  const t = useTranslations('players.problems');
  const ui = useTranslations('ui.things');
  return (path, { code }) => {
    if (path === 'name') return ui(code === 'too_long' ? 'nameTooLong' : 'nameRequired');
    if (code === 'invalid_ad_tag') return t('adTag');
    if (path === 'adTagUrl') return t(code === 'required' ? 'adTagRequired' : 'adTagTooLong');
    if (code === 'color') return t('color');
    if (code === 'imageRequired') return t('imageRequired');
    return t(code === 'too_long' ? 'messageTooLong' : 'messageRequired');
  };
}
