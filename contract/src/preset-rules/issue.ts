import { checkRange, type Range, type RangeProblem } from '../field-rules.ts';

export type PresetProblem =
  | RangeProblem
  | { code: 'sample_rate_not_of_codec'; rates: readonly number[] }
  | {
      code:
        | 'required'
        | 'duplicate_format'
        | 'format_not_of_model'
        | 'profile_empty'
        | 'no_enabled_profile'
        | 'default_resolution_original'
        | 'default_resolution_unknown'
        | 'codec_not_of_format'
        | 'mode_not_of_codec'
        | 'profile_not_of_codec'
        | 'below_target'
        | 'duplicate_video_track'
        | 'duration_too_short'
        | 'duration_range'
        | 'key_servers_differ'
        | 'audio_track_in_use'
        | 'audio_track_unknown'
        | 'duplicate_key';
    };

/** One broken rule of a preset, by the dotted path of its field. */
export type Issue = PresetProblem & { path: string };

type Code = Exclude<PresetProblem, { rates: unknown } | RangeProblem>['code'];

export function toIssue(path: string, code: Code): Issue {
  return { path, code };
}

export function listRangeIssues(path: string, value: number, range: Range): Issue[] {
  const problem = checkRange(value, range);
  return problem === undefined ? [] : [{ path, ...problem }];
}
