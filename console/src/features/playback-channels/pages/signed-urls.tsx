import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useTranslations } from 'use-intl';
import { Facts } from '../../../ui/facts.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { PolicyList } from '../components/policy-list.tsx';
import classes from '../components/channels.module.css';

/** Which channels require signed URLs. Every member of the team may know. */
export function SignedUrlsPage() {
  const t = useTranslations('playbackChannels.policies.signed');
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} />
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

type OfChannel = { channel: PlaybackChannel };

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
            {urlSigningKeys.map(({ id, keyId }) => (
              <li key={id} className={classes.code} translate="no">
                {keyId}
              </li>
            ))}
          </ul>
        )}
      </dd>
    </Facts>
  );
}
