import type { DomainRecord, OwnDomain, PlaybackChannel } from '@kinora/contract/playback-channels';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { changes, channelQuery } from '../data.ts';
import { toHostname } from '../rules.ts';
import { Failure } from './failure.tsx';
import shared from './channels.module.css';
import classes from './own-domain.module.css';

type Props = { channel: PlaybackChannel; own: OwnDomain; onRemove: () => void };

/** A domain of the team's own: whether it is proven, how it is, and what its last check said. */
export function OwnDomainItem({ channel, own, onRemove }: Props) {
  const t = useTranslations('playbackChannels.domains');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const { domain, provenBy, provenUntil, lastCheck } = own;
  const check = useMutation({
    mutationFn: () => changes(scope, channel.id).checkDomain(domain),
    // The result is stored with the channel, where an unchanged one would look like no answer, so a toast
    // shows it too.
    onSuccess: ({ result }) => {
      const kind = GOOD.has(result) ? 'success' : 'info';
      showToast(kind, { title: t(`result.${result}`), detail: domain });
      return queryClient.invalidateQueries({
        queryKey: channelQuery(scope, channel.id).queryKey,
      });
    },
  });
  return (
    <li className={classes.item}>
      <div className={shared.row}>
        <span className={classes.name}>
          <span className={shared.code} translate="no">
            {domain}
          </span>
          <StatusPill tone={provenBy === null ? 'warning' : 'success'}>
            {t(provenBy === null ? 'pending' : 'proven')}
          </StatusPill>
        </span>
        <span className={shared.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            loading={check.isPending}
            aria-label={t('checkOf', { domain })}
            onClick={() => check.mutate()}
          >
            {t('check')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('removeOf', { domain })}
            onClick={onRemove}
          >
            {t('remove.button')}
          </Button>
        </span>
      </div>
      {provenUntil !== null && <EndingProof provenUntil={provenUntil} />}
      {(provenBy === null || provenUntil !== null) && <Proofs own={own} />}
      {lastCheck && <LastCheck host={toHostname(channel)} own={own} lastCheck={lastCheck} />}
      <Failure error={check.error} />
    </li>
  );
}

/** Says before the domain stops working that its records are gone. */
function EndingProof({ provenUntil }: { provenUntil: string }) {
  const t = useTranslations('playbackChannels.domains.ending');
  const format = useFormat();
  return (
    <Note tone="warning" title={t('title')}>
      <p>{t('text', { time: format.dateTime(provenUntil) })}</p>
    </Note>
  );
}

/** The records that prove a domain, in the form that DNS providers ask for; one of them suffices. */
function Proofs({ own: { domain, proofs } }: { own: OwnDomain }) {
  const t = useTranslations('playbackChannels.domains.proof');
  return (
    <div className={classes.proofs}>
      <p className={shared.hint}>{t('text', { count: proofs.length })}</p>
      {proofs.map(({ type, name, value }) => (
        <div
          key={type}
          role="group"
          aria-label={t('recordOf', { type, domain })}
          className={classes.record}
        >
          <p className={shared.subtitle}>{t('record', { type })}</p>
          <CopyField label={t('name')} value={name} copyLabel={t('copyName', { type })} wrap />
          <CopyField label={t('value')} value={value} copyLabel={t('copyValue', { type })} wrap />
        </div>
      ))}
    </div>
  );
}

/** Another record of DNS may help where a call ended so. */
const ADVISED: ReadonlySet<string> = new Set(['unresolved', 'otherServer', 'otherChannel']);
const GOOD: ReadonlySet<string> = new Set(['proven', 'pointsHere']);

type LastCheckProps = {
  host: string;
  own: OwnDomain;
  lastCheck: NonNullable<OwnDomain['lastCheck']>;
};

function LastCheck({ host, own, lastCheck: { result, found, checkedAt } }: LastCheckProps) {
  const t = useTranslations('playbackChannels.domains');
  const format = useFormat();
  return (
    <Note
      tone={GOOD.has(result) ? 'success' : 'warning'}
      title={t(`result.${result}`)}
      role="status"
    >
      {ADVISED.has(result) && <p>{t('howTo', { host })}</p>}
      {result === 'unproven' && <MissingRecords proofs={own.proofs} found={found} />}
      {!GOOD.has(result) && found.length > 0 && <FoundRecords found={found} />}
      <p className={shared.hint}>
        {t('checkedAt')} <time dateTime={checkedAt}>{format.dateTime(checkedAt)}</time>
      </p>
    </Note>
  );
}

/** Which record is missing, or says something else. */
function MissingRecords({
  proofs,
  found,
}: {
  proofs: readonly DomainRecord[];
  found: readonly DomainRecord[];
}) {
  const t = useTranslations('playbackChannels.domains');
  return (
    <ul className={classes.found}>
      {proofs.map(({ type, name }) => {
        const isOther = found.some((one) => one.type === type);
        return <li key={type}>{t(isOther ? 'otherRecord' : 'noRecord', { type, name })}</li>;
      })}
    </ul>
  );
}

function FoundRecords({ found }: { found: readonly DomainRecord[] }) {
  const t = useTranslations('playbackChannels.domains');
  return (
    <>
      <p>{t('found')}</p>
      <ul className={classes.found} translate="no">
        {found.map(({ type, name, value }) => (
          <li key={`${type} ${value}`} className={shared.code}>
            {`${name} ${type} ${value}`}
          </li>
        ))}
      </ul>
    </>
  );
}
