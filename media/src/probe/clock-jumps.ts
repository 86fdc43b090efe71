import type { PacketTimes } from './probe-reader.ts';

// ffmpeg's own rule for formats whose clocks may jump (ffmpeg.c, dts_delta_threshold).
const LEAP_SECONDS = 10;
const BACK_SECONDS = 0.1;

/**
 * Bridges jumps of a stream's clock, as in joined transport streams, the way ffmpeg does when it
 * decodes: every packet after a jump is moved so that the clock runs on. `tick` is in seconds.
 * Returns null when nothing jumps. Needs the packets in file order, with their decode times.
 */
export function bridgeJumps(times: PacketTimes, tick: number): PacketTimes | null {
  let shift = 0;
  let jumps = 0;
  let next: number | null = null;
  let endTicks = -Infinity;
  const ticks = times.ticks.map((shown, n) => {
    const { tick: decoded = shown, duration = 0 } = times.decoding[n] ?? {};
    const leap = next === null ? 0 : (decoded + shift - next) * tick;
    if (next !== null && (leap > LEAP_SECONDS || leap < -BACK_SECONDS)) {
      shift = next - decoded;
      jumps += 1;
    }
    next = decoded + shift + duration;
    endTicks = Math.max(endTicks, shown + shift + duration);
    return shown + shift;
  });
  return jumps > 0 ? { ...times, ticks, endTicks } : null;
}

/** Moves all times of a stream by whole ticks. */
export function moveTimes(times: PacketTimes, by: number): PacketTimes {
  return { ...times, ticks: times.ticks.map((at) => at + by), endTicks: times.endTicks + by };
}
