import type { DrmModel } from '@kinora/contract/drm';
import type { CountryLists } from '@kinora/contract/geoblock-rules';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Project } from '@kinora/contract/projects';
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
import { getWebsites } from '../../rules.ts';
import { findUnsignedChannels, getAccess, sortByLimits } from '../../rules/access.ts';
import classes from './access-card.module.css';

type Props = {
  project: Project;
  channels: readonly PlaybackChannel[];
  /** The settings of a video, or of a project's future videos. */
  of: {
    countries: CountryLists;
    encryption: DrmModel | 'keyServer';
    isProject: boolean;
    /** Pages where the two are set. */
    places: { countries: string; encryption: string };
    /** Null where there is no address to ask about. */
    watchUrl: string | null;
  };
};

/** Says who may watch a video or a project's videos, by which rules, and where each of them is set. */
export function AccessCard({ project, channels, of }: Props) {
  const t = useTranslations('playbackChannels.access');
  const { namespace, role } = useTeam();
  const channel = channels.find(({ id }) => id === project.primaryPlaybackChannelId);
  if (channel === undefined) return null;
  const { verdict, isLimited } = getAccess(channel, of.countries);
  const open = sortByLimits(findUnsignedChannels(channels, project), of.countries);
  const isOpen = open.unlimited.length + open.limited.length > 0;
  const limited = String(isLimited);
  const note =
    verdict === 'signed' && isOpen
      ? t('verdicts.signedHere', { name: channel.name, limited })
      : t(`verdicts.${verdict}`, { limited });
  return (
    <Card title={t('title')} note={note}>
      <div className={classes.root}>
        {of.encryption !== 'none' && verdict !== 'nobody' && !of.isProject && (
          <p className={classes.second}>{t('needsToken')}</p>
        )}
        {isOpen && <OpenChannels {...open} />}
        <Lines channel={channel} of={of} />
        {mayManageTeam(role) && (
          <Link
            to={paths.accessChecks(namespace)}
            {...(of.watchUrl !== null && { search: { url: of.watchUrl } })}
          >
            {t('why')}
          </Link>
        )}
      </div>
    </Card>
  );
}

/** Says where it plays without the signature that its main channel demands. */
function OpenChannels({ unlimited, limited }: ReturnType<typeof sortByLimits>) {
  const t = useTranslations('playbackChannels.access');
  const format = useFormat();
  const name = (channels: readonly PlaybackChannel[]) =>
    format.list(channels.map((one) => `“${one.name}”`));
  return (
    <Note tone="warning">
      {unlimited.length > 0 && <p>{t('unsigned', { names: name(unlimited) })}</p>}
      {limited.length > 0 && <p>{t('unsignedLimited', { names: name(limited) })}</p>}
    </Note>
  );
}

/** The four rules, each with a link to its settings. */
function Lines({ channel, of }: Pick<Props, 'of'> & { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels.access');
  const reach = useReachWords();
  const { namespace, role } = useTeam();
  const { policy } = channel.accessControlPolicy;
  // People who can't change channels find their demands there.
  const ofChannel = (page: string) =>
    mayManageTeam(role) ? paths.playbackChannel(namespace, channel.id) : page;
  return (
    <dl className={classes.lines}>
      <Line name={t('signed')} to={ofChannel(paths.signedUrls(namespace))}>
        {channel.signedUrl.required ? t('signedOn') : t('signedOff')}
      </Line>
      <Line name={t('countries')} to={of.places.countries}>
        {reach(of.countries)}
      </Line>
      <Line name={t('websites')} to={ofChannel(paths.allowedWebsites(namespace))}>
        {t(`policy.${policy}`, { count: getWebsites(channel).length })}
      </Line>
      <Line name={t(of.isProject ? 'encryptionOfNew' : 'encryption')} to={of.places.encryption}>
        {t(`models.${of.encryption}`)}
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
