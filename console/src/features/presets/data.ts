import type { PresetInput } from '@kinora/contract/preset-input';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';
import type { Lang } from '../../base/i18n/messages.ts';
import type { Offer } from './rules/models.ts';

/** Presets of the team in the order of their making; the first is the team's default. */
export const presetsQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'presets'),
    queryFn: ({ signal }) => scope.api.presets.list({ limit: 100 }, { signal }),
  });

export const presetQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'preset', id),
    queryFn: ({ signal }) => scope.api.presets.get({ id }, { signal }),
  });

/** Queries what a preset may be made of, with names in the reader's language. */
export const offerQuery = (scope: TeamScope, lang: Lang) =>
  queryOptions({
    queryKey: teamKey(scope, 'preset-look-ups', lang),
    queryFn: async ({ signal }): Promise<Offer> => {
      const { presets } = scope.api;
      const [resolutions, formats, codecs, audioTracks, languages] = await Promise.all([
        presets.resolutions(undefined, { signal }),
        presets.formats(undefined, { signal }),
        presets.codecs(undefined, { signal }),
        presets.audioTracks(undefined, { signal }),
        presets.languages(undefined, { signal }),
      ]);
      return {
        resolutions: resolutions.data,
        formats: formats.data,
        videoCodecs: codecs.video,
        audioCodecs: codecs.audio,
        audioTracks: audioTracks.data,
        languages: languages.data,
      };
    },
    staleTime: 60 * 60_000,
  });

/** 422 names the bad fields by their path: `profiles.0.videoTracks.1.name`. */
export const createPreset = (scope: TeamScope, input: PresetInput) =>
  scope.api.presets.create(input);

/** 409 once a video uses it. */
export const updatePreset = (scope: TeamScope, id: string, input: PresetInput) =>
  scope.api.presets.update({ id, ...input });

export const renamePreset = (scope: TeamScope, id: string, name: string) =>
  scope.api.presets.rename({ id, name });

/** 409 while a project or a video uses it. */
export const deletePreset = (scope: TeamScope, id: string) => scope.api.presets.delete({ id });

/** Asks again for all that is known of presets. */
export async function refreshPresets(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'preset') }),
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'presets') }),
  ]);
}
