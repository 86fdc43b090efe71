import type { SegmentTimeline } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { element, type Element } from './xml.ts';

/** ISO/IEC 23009-1 §5.3.9.6: exact borders; `r` counts the repeats of a run after its first. */
export function segmentTemplate(
  { templates }: Addresses,
  { timescale, runs }: SegmentTimeline,
): Element {
  const rows = runs.map(({ count, ticks }, index) =>
    element('S', {
      t: index === 0 ? 0 : undefined,
      d: ticks,
      r: count > 1 ? count - 1 : undefined,
    }),
  );
  return element(
    'SegmentTemplate',
    {
      timescale,
      initialization: templates.init,
      media: templates.segment,
      startNumber: 1,
    },
    [element('SegmentTimeline', {}, rows)],
  );
}
