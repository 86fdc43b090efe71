import { judgeAudio } from './conforming-audio.ts';
import { judgeVideo } from './conforming-video.ts';
import { hasVideo, hasAudio } from './conforming-bytes.ts';
import { findKeyFrameRefusal } from './conforming-idr.ts';
import type { Conformity, CopyRefusal, Judged } from './conformity.ts';
import type { CopyPlan } from '../plan/copy-plan.ts';
import { getMediaEnd } from '../probe/index-needs.ts';
import type { ByteSource } from '../mp4/mp4-file.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';
import type { SourceProbe } from '../probe/source-probe.ts';

/**
 * Judges which tracks of an MP4 or MOV can be played as they are: H.264 video that every player
 * takes, in short closed GOPs, and AAC-LC audio that begins with it. Reads the first bytes of up to
 * 2000 key frames, and some video and audio frames, below `arrivedBytes` (the whole file by
 * default).
 */
export async function checkConforming(
  source: ByteSource,
  index: Mp4Index,
  probe: SourceProbe,
  options: { arrivedBytes?: number } = {},
): Promise<Conformity> {
  const refusals: Conformity['refusals'] = [];
  const copy: CopyPlan = { video: null, audio: [] };
  const { video } = probe;
  const arrivedBytes = options.arrivedBytes ?? source.sizeBytes;
  if (getMediaEnd(index) > source.sizeBytes) {
    const all = [...(video ? [video] : []), ...probe.audio];
    return { copy, refusals: all.map(({ streamIndex }) => ({ streamIndex, reason: 'truncated' })) };
  }
  if (video) {
    const track = findTrack(index, video.trackId);
    const judged = track ? judgeVideo(index, track, probe, video) : NO_TRACK;
    const refuse = (reason: CopyRefusal): void =>
      void refusals.push({ streamIndex: video.streamIndex, reason });
    const refusal =
      'reason' in judged || !track
        ? null
        : await findKeyFrameRefusal(source, track, judged.copy, arrivedBytes);
    if ('reason' in judged) refuse(judged.reason);
    else if (!track || refusal) refuse(refusal ?? 'no_track');
    else if (!(await hasVideo(source, track, judged.copy, arrivedBytes))) refuse('damaged');
    else copy.video = judged.copy;
  }
  // Without copied video the clock begins with whichever track begins first.
  const starts = [video, ...probe.audio].flatMap((one) => (one ? [one.startSeconds] : []));
  const originSeconds = copy.video?.originSeconds ?? Math.min(...starts);
  for (const audio of probe.audio) {
    const track = findTrack(index, audio.trackId);
    const judged = track
      ? judgeAudio(index, track, audio, { originSeconds, endSeconds: video?.endSeconds ?? null })
      : NO_TRACK;
    const { streamIndex } = audio;
    if ('reason' in judged) refusals.push({ streamIndex, ...judged });
    else if (track && (await hasAudio(source, track, judged.copy, arrivedBytes)))
      copy.audio.push(judged.copy);
    else refusals.push({ streamIndex, reason: 'damaged' });
  }
  return { copy, refusals };
}

const NO_TRACK: Judged<never> = { reason: 'no_track' };

function findTrack(index: Mp4Index, trackId: number | undefined): Mp4Track | undefined {
  return trackId === undefined ? undefined : index.tracks.find(({ id }) => id === trackId);
}
