import { videoDrm } from '../drm.ts';
import { videoGeoblocking } from '../geoblock-rules.ts';
import { videoKeyProblem } from '../key-servers.ts';
import { videoOverlay } from '../overlay-presets.ts';
import { videoUpload } from '../video-sources.ts';
import { videoMetadata } from './metadata.ts';
import { videoOutputs } from './outputs.ts';
import { videoTags } from './tags.ts';

// A feature adds to videos by a line in each list that it has something for.

/** A video has these in lists too. */
export const SUMMARY_PARTS = {
  ...videoTags.answer,
  ...videoUpload.answer,
};

/** A video has these on its own page. */
export const VIDEO_PARTS = {
  ...videoOverlay.answer,
  ...videoGeoblocking.answer,
  ...videoMetadata.answer,
};

/** The revision that plays has these on the page of its video. */
export const VOD_PARTS = {
  ...videoDrm.vod,
  ...videoOutputs.vod,
  ...videoKeyProblem.vod,
};

/** Videos that are created by one call have these in common. */
export const CREATED_PARTS = {
  ...videoOverlay.create,
  ...videoGeoblocking.create,
};

/** Each video that is created has these of its own. */
export const EACH_CREATED_PARTS = {
  ...videoTags.create,
};

export const CHANGED_PARTS = {
  ...videoTags.update,
  ...videoGeoblocking.update,
  ...videoMetadata.update,
};

export const FILTER_PARTS = {
  ...videoTags.filter,
  ...videoDrm.filter,
};
