import { findLastFrame, readPresentation, listShownSamples } from '../mp4/mp4-edits.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';
import type { PacketTimes } from './probe-reader.ts';

/**
 * Reads the times that ffprobe would read from a track's packets, from the index alone. Null when
 * only ffprobe can follow the track's edit list.
 */
export function readIndexedTimes(index: Mp4Index, track: Mp4Track): PacketTimes | null {
  const presentation = readPresentation(track, index.timescale);
  const { samples } = track;
  if (!presentation || !samples) return null;
  // ffmpeg cuts chunks of raw audio where an edit begins, which the index of whole chunks doesn't
  // show.
  if (samples.areChunks && presentation.mediaStart > 0) return null;
  const times: PacketTimes = {
    ticks: [],
    exact: true,
    endTicks: -Infinity,
    lastTicks: 0,
    keyLeadTicks: 0,
    decoding: [],
  };
  const shown = listShownSamples(track, presentation);
  // ffmpeg takes all frames for decoded earlier where some have negative offsets.
  let minLead = 0;
  for (const n of shown?.indexes ?? []) {
    const tick = (samples.pts[n] ?? 0) + (shown?.shift ?? 0);
    const length = (samples.dts[n + 1] ?? 0) - (samples.dts[n] ?? 0);
    times.ticks.push(tick);
    const lead = (samples.pts[n] ?? 0) - (samples.dts[n] ?? 0);
    minLead = Math.min(minLead, lead);
    if (samples.isSync[n] === 1) times.keyLeadTicks = Math.max(times.keyLeadTicks, lead);
    times.endTicks = Math.max(times.endTicks, tick + length);
  }
  times.keyLeadTicks -= minLead;
  if (shown)
    times.lastTicks = findLastFrame(samples, shown.indexes, {
      mediaEnd: presentation.mediaEnd,
      roundedTicks: track.timescale / index.timescale,
    }).lastTicks;
  return times;
}
