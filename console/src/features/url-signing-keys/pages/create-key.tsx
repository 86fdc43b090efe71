import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readFrom } from '../../../base/router/list-search.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { CardColumn, FormPage } from '../../../ui/form-page.tsx';
import { FormEnd } from '../../../ui/form/form-bar.tsx';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ReadOn } from '../../../ui/read-on.tsx';
import { SecretOnce } from '../../../ui/secrets.tsx';
import { useKeySecrets } from '../components/key-secrets.ts';
import { createKey, refreshKeys } from '../data.ts';

/** A warning first, then the new key with its secret. */
export function CreateKeyPage() {
  const t = useTranslations('urlSigningKeys');
  const { namespace } = useTeam();
  const crumbs = [{ label: t('title'), to: paths.urlSigningKeys(namespace) }];
  return (
    <>
      <PageHead title={t('create.title')} crumbs={crumbs} />
      <FormPage>
        <Steps />
      </FormPage>
    </>
  );
}

function Steps() {
  const t = useTranslations('urlSigningKeys');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [{ from }] = useSearchParams(readFrom);
  const list = useKeySecrets();
  const closing = from === 'keys' ? paths.urlSigningKeys : paths.signedUrls;
  const save = useSave({
    run: () => createKey(scope),
    item: t('item'),
    done: t('create.done'),
    onDone: () => refreshKeys(queryClient, scope),
  });
  if (save.data === undefined) {
    return (
      <Card>
        <CardColumn>
          <Note tone="warning" title={t('create.warning')}>
            {t('create.warningText')}
          </Note>
          <FormEnd>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              {t('create.button')}
            </Button>
          </FormEnd>
        </CardColumn>
      </Card>
    );
  }
  return (
    <Card title={t('create.ready')} note={t('create.readyText')}>
      <CardColumn>
        <SecretOnce secrets={list(save.data)} />
        <ReadOn guide="signed-urls" inNewTab />
        <FormEnd>
          <Button
            component={Link}
            to={paths.urlSigningKeyUse(scope.teamName)}
            search={{ key: save.data.keyId }}
          >
            {t('use')}
          </Button>
          <Button component={Link} to={closing(scope.teamName)} variant="default">
            {t('create.close')}
          </Button>
        </FormEnd>
      </CardColumn>
    </Card>
  );
}
