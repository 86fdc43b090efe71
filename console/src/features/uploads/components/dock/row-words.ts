import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import type { UploadItem } from '../../data/store.ts';
import { countSecondsUntil } from '../../rules/queue.ts';
import { getSecondsLeft } from '../../rules/rate.ts';
import type { RowKind } from '../../rules/row.ts';
import { useNow } from '../use-line.ts';
import { useSpeedWords } from '../use-speed-words.ts';

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
      return { state: videos('states.retryIn', { seconds }), facts: failure };
    }
    case 'failed':
      return { state: videos('states.uploadFailed'), facts: failure };
    case 'checking':
      return { state: videos('states.checking'), facts: [size] };
    case 'overtime':
      return { state: videos('states.checkingLong'), facts: [size] };
    case 'ready':
      return { state: videos('states.completed'), facts: [size] };
    case 'processing':
    case 'playable':
    case 'partly': {
      const { completedOutputs: done = 0, expectedOutputs: expected = 0 } = item.check ?? {};
      const word = kind === 'partly' ? 'partiallyCompleted' : kind;
      const isStart = kind === 'processing' && expected === 0;
      const state = videos(`states.${isStart ? 'processingStart' : word}`, { done, expected });
      return { state, facts: [] };
    }
    case 'fileError':
    case 'checkFailed':
    case 'encodingFailed': {
      const state = videos(`states.${kind === 'encodingFailed' ? 'failed' : kind}`);
      const reason = item.check?.reason ?? null;
      if (reason === null) return { state, facts: [] };
      const advice = videos(`reasonTexts.${reason}`);
      return { state, facts: [videos(`reasons.${reason}`)], advice };
    }
    case 'stalled':
    case 'paused':
    case 'interrupted':
    case 'elsewhere':
      return { state: videos(`states.${kind}`), facts: [part] };
    default:
      return { state: videos(`states.${kind}`), facts: [size] };
  }
}
