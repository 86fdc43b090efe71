export type RoughTime = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number };

/** A span as one says it: "about 40 seconds", "about 4 minutes". */
export function roundTime(seconds: number): RoughTime {
  if (seconds < 50) return { unit: 'seconds', count: Math.max(10, Math.ceil(seconds / 10) * 10) };
  if (seconds < 57 * 60) return { unit: 'minutes', count: Math.max(1, Math.round(seconds / 60)) };
  if (seconds < 23 * 3600) return { unit: 'hours', count: Math.max(1, Math.round(seconds / 3600)) };
  return { unit: 'days', count: Math.max(1, Math.round(seconds / 86_400)) };
}
