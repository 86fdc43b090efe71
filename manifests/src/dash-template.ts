import type { SegmentTimeline } from '@kinora/contract/stream';
import { element, type Element } from './xml.ts';

/** ISO/IEC 23009-1 §5.3.9.6: exact borders; `r` counts the repeats of a run after its first. */
export function segmentTemplate(folder: string, { timescale, runs }: SegmentTimeline): Element {
  const path = `${templateText(folder)}/$RepresentationID$`;
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
      initialization: `${path}/init.mp4`,
      media: `${path}/$Number$.m4s`,
      startNumber: 1,
    },
    [element('SegmentTimeline', {}, rows)],
  );
}

/** §5.3.9.4.4: `$` begins an identifier, `$$` is one. */
export function templateText(text: string): string {
  return text.replaceAll('$', '$$$$');
}
