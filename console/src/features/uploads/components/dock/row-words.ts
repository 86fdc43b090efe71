import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import type { UploadItem } from '../../data/store.ts';
import { countSecondsUntil } from '../../rules/queue.ts';
import { getSecondsLeft } from '../../rules/rate.ts';
import type { RowKind } from '../../rules/row.ts';
import { useNow, useSpeedWords } from '../use-uploads.ts';

/** The state in words, and what else is worth knowing of it. */
export type RowWords = {
  state: string;
  facts: string[];
  /** Says what to do about it. */ advice?: string;
};

export function useRowWords(item: UploadItem, kind: RowKind): RowWords {
  const t = useTranslations('uploads');
  const videos = useTranslations('videos');
  const format = useFormat();
  const speed = useSpeedWords();
  const now = useNow(kind === 'retry' || kind === 'waiting');
  const size = format.bytes(item.sizeBytes);
  const part = t('part', { sent: format.bytes(item.sentBytes), size });
  const failure = item.failure === null ? [] : [t(`failures.${item.failure}`)];

  switch (kind) {
    case 'uploading': {
      const rest = getSecondsLeft(item.sizeBytes - item.sentBytes, item.bytesPerSecond);
      return { state: part, facts: speed(item.bytesPerSecond, rest) };
    }
    case 'retry':
    case 'waiting': {
      const at = kind === 'retry' ? item.retryAt : item.waitingUntil;
      const seconds = countSecondsUntil(at ?? now, now);
      return { state: t('states.retryIn', { seconds }), facts: failure };
    }
    case 'failed':
      return { state: t('states.failed'), facts: failure };
    case 'fileError': {
      const reason = item.check?.reason ?? null;
      if (reason === null) return { state: t('states.fileError'), facts: [] };
      return {
        state: t('states.fileError'),
        facts: [videos(`reasons.${reason}`)],
        advice: videos(`reasonTexts.${reason}`),
      };
    }
    case 'processing': {
      const { completedOutputs = 0, expectedOutputs = 0 } = item.check ?? {};
      const counts = t('outputs', { done: completedOutputs, count: expectedOutputs });
      return { state: t('states.processing'), facts: expectedOutputs === 0 ? [] : [counts] };
    }
    case 'stalled':
    case 'paused':
    case 'interrupted':
    case 'elsewhere':
      return { state: t(`states.${kind}`), facts: [part] };
    default:
      return { state: t(`states.${kind}`), facts: [size] };
  }
}
