import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useTranslations } from 'use-intl';
import { showToast } from '../../../../base/toasts.ts';
import { copyText } from '../../../../ui/copy-text.ts';
import { createFixedCode, findPlaybackAddress } from '../../rules/links.ts';

const GIVEN = {
  key: (video: VideoSummary) => video.key,
  watch: (video: VideoSummary) => video.watchUrl,
  hls: ({ playbackUrls }: VideoSummary) => findPlaybackAddress(playbackUrls),
  embed: ({ playbackUrls: urls, title }: VideoSummary) =>
    urls ? createFixedCode(urls.embeddedUrl, title) : undefined,
};
const DONE = {
  key: 'copiedKey',
  watch: 'copiedWatch',
  hls: 'copiedHls',
  embed: 'copiedEmbed',
} as const;

/** Copies a video's key, its watch link, or a playable one's address or embed code, and says so. */
export function useVideoCopy(): (video: VideoSummary, what: keyof typeof GIVEN) => Promise<void> {
  const t = useTranslations('videos.actions');
  const words = useTranslations('ui');
  return async (video, what) => {
    const text = GIVEN[what](video);
    if (!text) return;
    if (await copyText(text)) showToast('success', { title: t(DONE[what]) });
    else showToast('error', { title: words('copyFailed'), detail: words('copyFailedHint') });
  };
}
