import type { SegmentTimeline } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { createElement, type Element } from './xml.ts';

/** ISO/IEC 23009-1 §5.3.9.6: exact borders; `r` counts the repeats of a run after its first. */
export function createSegmentTemplate(
  { templates }: Addresses,
  { timescale, runs }: SegmentTimeline,
): Element {
  const rows = runs.map(({ count, ticks }, index) =>
    createElement('S', {
      t: index === 0 ? 0 : undefined,
      d: ticks,
      r: count > 1 ? count - 1 : undefined,
    }),
  );
  return createElement(
    'SegmentTemplate',
    {
      timescale,
      initialization: templates.init,
      media: templates.segment,
      startNumber: 1,
    },
    [createElement('SegmentTimeline', {}, rows)],
  );
}
