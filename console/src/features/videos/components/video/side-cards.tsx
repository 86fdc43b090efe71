import type { Video } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { createEmbedCode, findPlaybackAddress } from '../../rules/embed.ts';
import classes from './side-cards.module.css';

/** Addresses for players and for other pages. */
export function LinksCard({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const { playbackUrls: urls } = video;
  if (urls === null) return <Card title={t('links.title')} note={t('links.none')} />;
  const address = findPlaybackAddress(urls);
  return (
    <Card title={t('links.title')}>
      <div className={classes.links}>
        {address !== undefined && (
          <CopyField label={t('links.hls')} value={address} copyLabel={t('actions.copyHls')} />
        )}
        <CopyField
          label={t('links.embed')}
          value={createEmbedCode(urls.embeddedUrl, video.title)}
          copyLabel={t('actions.copyEmbed')}
        />
      </div>
    </Card>
  );
}
