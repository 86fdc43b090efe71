import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../base/error-text.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { CopyField } from '../../../ui/copy-field.tsx';
import { StatusPill, type Tone } from '../../../ui/status-pill.tsx';
import type { Outcome } from '../rules.ts';
import classes from './invitations.module.css';

type Props = {
  outcomes: readonly Outcome[];
  onClose: () => void;
  onRetry: (emails: string[]) => void;
};

const TONES: Record<Outcome['kind'], Tone> = {
  invited: 'success',
  member: 'neutral',
  suspended: 'warning',
  failed: 'danger',
};

/** What came of each address, with the links to hand over. */
export function InviteOutcomes({ outcomes, onClose, onRetry }: Props) {
  const t = useTranslations('teamInvitations.invite');
  const ui = useTranslations('ui');
  const failed = outcomes.filter(({ kind }) => kind === 'failed').map(({ email }) => email);
  const hasLinks = outcomes.some((one) => one.kind === 'invited' && one.link !== null);
  return (
    <>
      {hasLinks && <p>{t('linksHint')}</p>}
      <ul className={classes.outcomes}>
        {outcomes.map((outcome) => (
          <li key={outcome.email}>
            <OutcomeLine outcome={outcome} />
          </li>
        ))}
      </ul>
      <div className={dialogClasses.footer}>
        {failed.length > 0 && (
          <Button variant="default" onClick={() => onRetry(failed)}>
            {t('retryFailed')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {ui('close')}
        </Button>
      </div>
    </>
  );
}

function OutcomeLine({ outcome }: { outcome: Outcome }) {
  const t = useTranslations('teamInvitations.invite');
  const describe = useErrorText();
  const { email, kind } = outcome;
  if (kind === 'invited' && outcome.link !== null) {
    return <CopyField label={email} value={outcome.link} copyLabel={t('copyLinkOf', { email })} />;
  }
  const failure = kind === 'failed' ? describe(outcome.error, { action: 'save' }) : undefined;
  return (
    <>
      <div className={classes.outcome}>
        <span className={classes.email} translate="no">
          {email}
        </span>
        <StatusPill tone={TONES[kind]}>{t(`kinds.${kind}`)}</StatusPill>
      </div>
      {failure && (
        <p className={classes.reason}>
          {failure.title} {failure.detail}
        </p>
      )}
    </>
  );
}
