import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Project } from '@kinora/contract/projects';
import type { Video } from '@kinora/contract/videos';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { mayManageTeam } from '../../../../base/team-role.ts';
import { useTeam } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Card } from '../../../../ui/card.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useReachWords } from '../../../geoblock-rules/components/reach-words.ts';
import { getWebsites } from '../../../playback-channels/rules.ts';
import { findUnsignedChannels, getAccess, getEncryption } from '../../rules/access.ts';
import classes from './access-card.module.css';

type Props = { video: Video; project: Project; channels: readonly PlaybackChannel[] };

/** Says who may watch a video, by which rules, and where each of them is set. */
export function AccessCard({ video, project, channels }: Props) {
  const t = useTranslations('videos.access');
  const format = useFormat();
  const { namespace, role } = useTeam();
  const channel = channels.find(({ id }) => id === project.primaryPlaybackChannelId);
  if (channel === undefined) return null;
  const { verdict, isLimited } = getAccess(channel, video.geoblockPolicy.appliedRule);
  const encryption = getEncryption(video);
  const unsigned = findUnsignedChannels(channels, project).map(({ name }) => `“${name}”`);
  return (
    <Card title={t('title')} note={t(`verdicts.${verdict}`, { limited: String(isLimited) })}>
      <div className={classes.root}>
        {encryption !== 'none' && verdict !== 'nobody' && (
          <p className={classes.second}>{t('needsToken')}</p>
        )}
        {unsigned.length > 0 && (
          <Note tone="warning">
            <p>{t('unsigned', { names: format.list(unsigned) })}</p>
          </Note>
        )}
        <Lines video={video} channel={channel} />
        {mayManageTeam(role) && (
          <Link to={paths.accessChecks(namespace)} search={{ url: video.watchUrl }}>
            {t('why')}
          </Link>
        )}
      </div>
    </Card>
  );
}

/** The four rules, each of which leads to where it is set. */
function Lines({ video, channel }: { video: Video; channel: PlaybackChannel }) {
  const t = useTranslations('videos.access');
  const reach = useReachWords();
  const { namespace, role } = useTeam();
  const { policy } = channel.accessControlPolicy;
  const tab = (name: string) => paths.video(namespace, video.project.key, video.key, name);
  // Others find there what the channels demand.
  const ofChannel = (page: string) =>
    mayManageTeam(role) ? paths.playbackChannel(namespace, channel.id) : page;
  return (
    <dl className={classes.lines}>
      <Line name={t('signed')} to={ofChannel(paths.signedUrls(namespace))}>
        {channel.signedUrl.required ? t('signedOn') : t('signedOff')}
      </Line>
      <Line name={t('countries')} to={tab('geo-blocking')}>
        {reach(video.geoblockPolicy.appliedRule)}
      </Line>
      <Line name={t('websites')} to={ofChannel(paths.allowedWebsites(namespace))}>
        {t(`policy.${policy}`, { count: getWebsites(channel).length })}
      </Line>
      <Line name={t('encryption')} to={tab('advanced')}>
        {t(`models.${getEncryption(video)}`)}
      </Line>
    </dl>
  );
}

function Line({ name, to, children }: { name: string; to: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd>
        <Link to={to}>{children}</Link>
      </dd>
    </div>
  );
}
