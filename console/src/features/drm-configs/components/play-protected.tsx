import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VideoPlayer } from '../../videos/components/video/video-player.tsx';
import { videoQuery, videosQuery } from '../../videos/data.ts';
import classes from './trial.module.css';

const MODELS = ['multiDrm', 'clearKey'] as const;
type Model = (typeof MODELS)[number];
const SHOWN = 10;

/** One of the team's newest protected videos, played as members may. */
export function PlayProtected() {
  const t = useTranslations('drmConfigs.trial');
  const [model, setModel] = useState<Model>('multiDrm');
  const videos = useQuery(videosQuery(useTeamScope(), { drmModels: model, limit: SHOWN }));
  return (
    <Card title={t('playTitle')} note={t('playNote')}>
      <div className={classes.play}>
        <SegmentedControl<Model>
          aria-label={t('show')}
          value={model}
          onChange={setModel}
          data={MODELS.map((value) => ({ value, label: t(`models.${value}`) }))}
        />
        <Loaded query={videos} skeleton={<Skeleton height={36} />} item={t('video')}>
          {({ data }) =>
            data.length === 0 ? (
              <Note tone="info" title={t('none')}>
                {t('noneText')}
              </Note>
            ) : (
              <Choice key={model} videos={data} />
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

function Choice({ videos }: { videos: { key: string; title: string }[] }) {
  const t = useTranslations('drmConfigs.trial');
  const [chosen, choose] = useState<string>();
  const key = videos.find((video) => video.key === chosen)?.key ?? videos[0]?.key ?? '';
  const video = useQuery(videoQuery(useTeamScope(), key));
  return (
    <>
      <Select
        label={t('video')}
        description={t('newest')}
        choices={videos.map((one) => ({ value: one.key, label: one.title }))}
        value={key}
        onChange={choose}
      />
      <Loaded query={video} skeleton={<Skeleton height={320} />} item={t('video')}>
        {(found) =>
          found.previewUrl === null ? (
            <Note tone="info">{t('wait')}</Note>
          ) : (
            <VideoPlayer key={found.key} video={found} src={found.previewUrl} />
          )
        }
      </Loaded>
    </>
  );
}
