import type { PageQuery } from '../../../base/lazy-query.ts';
import { channelsQuery } from '../data.ts';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { PolicyList } from '../components/policy-list.tsx';
import { useKeyNote } from '../components/use-key-note.ts';
import { listNamesOfKey, POLICIES } from '../rules.ts';
import classes from '../components/channels.module.css';

export const pageQuery: PageQuery = ({ scope }) => channelsQuery(scope);

type OfChannel = { channel: PlaybackChannel };

/** Shows which channels require signed URLs. Every member of the team may know. */
export function SignedUrlsPage() {
  const t = useTranslations('playbackChannels.policies.signed');
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} guide="signed-urls" />
      <PolicyList
        label={t('title')}
        header={t('header')}
        State={Required}
        viewTitle={({ name }) => t('viewTitle', { name })}
        View={Settings}
      />
    </>
  );
}

function Required({ channel }: OfChannel) {
  return <State isOn={channel.signedUrl.required} />;
}

function State({ isOn }: { isOn: boolean }) {
  const t = useTranslations('playbackChannels.policies.signed');
  return (
    <StatusPill tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'enabled' : 'disabled')}</StatusPill>
  );
}

function Settings({ channel: { signedUrl } }: OfChannel) {
  const t = useTranslations('playbackChannels');
  const { required, acceptsArkV2, urlSigningKeys } = signedUrl;
  const channels = useQuery(channelsQuery(useTeamScope())).data?.data ?? [];
  const note = useKeyNote();
  return (
    <Facts>
      <dt>{t('signed.required')}</dt>
      <dd>
        <State isOn={required} />
      </dd>
      <dt>{t('signed.arkV2')}</dt>
      <dd>
        <State isOn={acceptsArkV2} />
      </dd>
      <dt>{t('signed.keys')}</dt>
      <dd>
        {urlSigningKeys.length === 0 ? (
          t('policies.signed.noKeys')
        ) : (
          <ul className={classes.list}>
            {urlSigningKeys.map(({ id, keyId, createdAt }) => (
              <li key={id}>
                <span className={classes.code} translate="no">
                  {keyId}
                </span>
                <p className={classes.hint}>{note(createdAt, listNamesOfKey(channels, id))}</p>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </Facts>
  );
}

/** Shows which websites may show the videos of each channel. Every member of the team may know. */
export function AllowedWebsitesPage() {
  const t = useTranslations('playbackChannels.policies.websites');
  const words = useTranslations('playbackChannels');
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} guide="who-may-watch" />
      <div className={classes.pair}>
        <PolicyList
          label={t('title')}
          header={t('header')}
          State={Policy}
          isShownToManagers
          viewTitle={({ name }) => t('viewTitle', { name })}
          View={Websites}
        />
        <Card title={t('how')}>
          <dl className={classes.terms}>
            {POLICIES.map((policy) => (
              <div key={policy}>
                <dt>{words(`websites.policy.${policy}`)}</dt>
                <dd>{words(`websites.policy.${policy}Text`)}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.hint}>{t('limits')}</p>
        </Card>
      </div>
    </>
  );
}

function Policy({ channel }: OfChannel) {
  const t = useTranslations('playbackChannels.websites.policy');
  return t(channel.accessControlPolicy.policy);
}

function Websites({ channel }: OfChannel) {
  const t = useTranslations('playbackChannels');
  const { policy, allowDomains, denyDomains, allowNoReferrer } = channel.accessControlPolicy;
  return (
    <div className={classes.fields}>
      <p>{t(`websites.policy.${policy}Text`)}</p>
      {policy === 'allowSome' && (
        <p className={classes.second}>
          {t(`policies.websites.${allowNoReferrer ? 'noReferrer' : 'referrer'}`)}
        </p>
      )}
      <WebsiteList title={t('websites.allow')} websites={allowDomains} />
      <WebsiteList title={t('websites.deny')} websites={denyDomains} />
    </div>
  );
}

function WebsiteList({ title, websites }: { title: string; websites: readonly string[] }) {
  const t = useTranslations('playbackChannels.policies.websites');
  return (
    <section aria-label={title}>
      <h3 className={classes.subtitle}>{title}</h3>
      {websites.length === 0 ? (
        <p className={classes.second}>{t('none')}</p>
      ) : (
        <ul className={classes.list}>
          {websites.map((website) => (
            <li key={website} className={classes.code} translate="no">
              {website}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
