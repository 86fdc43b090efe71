import type { CopyPlan } from '../plan/copy-plan.ts';

/** The reason why a track's own bytes can't be a rendition. */
export type CopyRefusal =
  // both
  | 'no_track'
  | 'codec'
  | 'profile'
  | 'edit_list'
  | 'several_entries'
  | 'empty_samples'
  | 'bit_rate'
  | 'truncated'
  | 'damaged'
  // video
  | 'turned'
  | 'interlaced'
  | 'pixel_shape'
  | 'picture_size'
  | 'not_sdr'
  | 'colour'
  | 'frame_rate'
  | 'open_gops'
  | 'long_gops'
  | 'key_frames'
  | 'picture_times'
  | 'sound_first'
  | 'sound_longer'
  // audio
  | 'channels'
  | 'sample_rate'
  | 'not_aligned'
  | 'gaps'
  | 'ends_early';

export type Judged<T> = { copy: T } | { reason: CopyRefusal };

/** A source's copy plan has the tracks that can be copied; the refusals say why others can't. */
export type Conformity = {
  copy: CopyPlan;
  refusals: { streamIndex: number; reason: CopyRefusal }[];
};
