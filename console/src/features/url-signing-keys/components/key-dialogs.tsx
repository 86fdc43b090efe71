import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { DeleteThing } from '../../../ui/delete-thing.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SecretReveal } from '../../../ui/secrets.tsx';
import { deleteKey, refreshKeys, secretQuery } from '../data.ts';
import { useKeySecrets } from './key-secrets.ts';

type Props = {
  /** Undefined closes the dialog. */
  signingKey: UrlSigningKey | undefined;
  onClose: () => void;
};

export function SecretDialog({ signingKey, onClose }: Props) {
  const t = useTranslations('urlSigningKeys.secret');
  const words = useTranslations('urlSigningKeys');
  const scope = useTeamScope();
  const list = useKeySecrets();
  return (
    <Dialog
      opened={signingKey !== undefined}
      onClose={onClose}
      title={t('title', { keyId: signingKey?.keyId ?? '' })}
    >
      {signingKey && (
        <SecretReveal
          query={secretQuery(scope, signingKey.id)}
          item={words('item')}
          list={({ keySecret }) => list({ ...signingKey, keySecret })}
        />
      )}
    </Dialog>
  );
}

/** Names the channels of a key that is in use; asks for the id of any other. */
export function DeleteDialog({ signingKey, onClose }: Props) {
  const t = useTranslations('urlSigningKeys');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <DeleteThing
      thing={signingKey && toDeletable(signingKey)}
      onClose={onClose}
      item={t('item')}
      run={({ id }) => deleteKey(scope, id)}
      onDone={() => refreshKeys(queryClient, scope)}
      text={t('delete.text')}
      confirmLabel={t('keyId')}
      inUse={({ domains }) => {
        const isRequired = domains.some(({ needsKey }) => needsKey);
        const named = domains.map(({ id, name, needsKey }) => ({
          key: id,
          name,
          ...(needsKey && { note: t('delete.onlyKey') }),
        }));
        return {
          title: isRequired ? t('delete.required') : t('delete.inUse'),
          text: isRequired ? t('delete.requiredText') : t('delete.inUseText'),
          uses: [{ kind: 'playbackChannel', named, count: named.length }],
        };
      }}
    />
  );
}

const toDeletable = (key: UrlSigningKey) => ({
  ...key,
  name: key.keyId,
  useCount: { playbackChannel: key.domains.length },
});
