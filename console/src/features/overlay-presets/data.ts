import type { OverlayPosition } from '@kinora/contract/overlay-presets';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** Overlay presets of the team. */
export const overlaysQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'overlay-presets'),
    queryFn: ({ signal }) => scope.api.overlayPresets.list({}, { signal }),
  });

/** The picture of one, as PNG. The version changes with the picture, so it never grows old. */
export const overlayImageQuery = (scope: TeamScope, id: string, version: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'overlay-preset-image', id, version),
    queryFn: ({ signal }): Promise<Blob> => scope.api.overlayPresets.image({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type OverlayInput = {
  name: string;
  position: OverlayPosition;
  sizePercent: number;
  opacityPercent: number;
  marginPercent: number;
};

/** 422 names the bad fields: `image` where the file is no picture, or too large a one. */
export const createOverlay = (scope: TeamScope, input: OverlayInput, image: File) =>
  scope.api.overlayPresets.create({ ...input, image });

/** Keeps the picture unless there is another. 409 once a video uses it, but for its name. */
export const updateOverlay = (
  scope: TeamScope,
  id: string,
  input: OverlayInput,
  image: File | null,
) => scope.api.overlayPresets.update({ id, ...input, ...(image && { image }) });

/** 409 while a video uses it. */
export const deleteOverlay = (scope: TeamScope, id: string) =>
  scope.api.overlayPresets.delete({ id });

export async function refreshOverlays(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: teamKey(scope, 'overlay-presets') });
}
