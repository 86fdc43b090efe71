import type { VideoSummary } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { showToast } from '../../../../base/toasts.ts';
import { copyText } from '../../../../ui/copy-text.ts';
import { createFixedCode, findPlaybackAddress } from '../../rules/embed.ts';

/** Copies a playable video's address or embed code, and says so. */
export function useVideoCopy(): (video: VideoSummary, what: 'hls' | 'embed') => Promise<void> {
  const t = useTranslations('videos.actions');
  const words = useTranslations('ui');
  return async (video, what) => {
    const { playbackUrls: urls } = video;
    const text =
      what === 'hls'
        ? findPlaybackAddress(urls)
        : urls && createFixedCode(urls.embeddedUrl, video.title);
    if (!text) return;
    if (await copyText(text)) {
      showToast('success', { title: what === 'hls' ? t('copiedHls') : t('copiedEmbed') });
    } else {
      showToast('error', { title: words('copyFailed'), detail: words('copyFailedHint') });
    }
  };
}
