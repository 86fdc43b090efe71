import { definePart } from '../video-parts/parts.ts';
import { overlayOfVideo } from './queries.ts';

/** The overlay that is drawn over a video. */
export const overlayPart = definePart({
  name: 'overlayPresetId',
  at: 'video',
  column: overlayOfVideo,
  present: (overlayPresetId: string | null) => ({ overlayPresetId }),
});
