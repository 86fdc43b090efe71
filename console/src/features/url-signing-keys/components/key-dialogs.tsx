import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { deleteKey, refreshKeys, secretQuery } from '../data.ts';
import classes from './keys.module.css';
import { SecretFields } from './secret-fields.tsx';

type Props = {
  /** Undefined closes the dialog. */
  signingKey: UrlSigningKey | undefined;
  onClose: () => void;
};

export function SecretDialog({ signingKey, onClose }: Props) {
  const t = useTranslations('urlSigningKeys.secret');
  return (
    <Dialog
      opened={signingKey !== undefined}
      onClose={onClose}
      title={t('title', { keyId: signingKey?.keyId ?? '' })}
    >
      {signingKey && <Secret signingKey={signingKey} />}
    </Dialog>
  );
}

function Secret({ signingKey: { id, keyId } }: { signingKey: UrlSigningKey }) {
  const t = useTranslations('urlSigningKeys');
  const secret = useQuery(secretQuery(useTeamScope(), id));
  return (
    <Loaded query={secret} skeleton={<Skeleton height={120} />} item={t('item')}>
      {({ keySecret }) => (
        <div className={classes.fields}>
          <SecretFields keyId={keyId} keySecret={keySecret} />
        </div>
      )}
    </Loaded>
  );
}

/** Names the channels of a key that is in use; asks for the id of any other. */
export function DeleteDialog({ signingKey, onClose }: Props) {
  return signingKey && signingKey.domains.length > 0 ? (
    <InUse signingKey={signingKey} onClose={onClose} />
  ) : (
    <TypedDelete signingKey={signingKey} onClose={onClose} />
  );
}

function InUse({ signingKey, onClose }: { signingKey: UrlSigningKey; onClose: () => void }) {
  const t = useTranslations('urlSigningKeys.delete');
  const { teamName } = useTeamScope();
  const { domains } = signingKey;
  const isRequired = domains.some(({ needsKey }) => needsKey);
  return (
    <Dialog opened onClose={onClose} title={isRequired ? t('required') : t('inUse')}>
      <p>{isRequired ? t('requiredText') : t('inUseText')}</p>
      <ul className={classes.list}>
        {domains.map(({ id, name, needsKey }) => (
          <li key={id}>
            <Link to={paths.playbackChannel(teamName, id)}>{name}</Link>
            {needsKey && <div className={classes.note}>{t('onlyKey')}</div>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function TypedDelete({ signingKey, onClose }: Props) {
  const t = useTranslations('urlSigningKeys');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const keyId = signingKey?.keyId ?? '';
  return (
    <RemoveDialog
      thing={signingKey}
      onClose={onClose}
      run={({ id }) => deleteKey(scope, id)}
      done={t('delete.done')}
      onDone={() => refreshKeys(queryClient, scope)}
      title={t('delete.title', { keyId })}
      button={t('delete.button')}
      item={t('item')}
      confirmBy={{ text: keyId, label: t('delete.field') }}
    >
      <p>{t('delete.text')}</p>
    </RemoveDialog>
  );
}
