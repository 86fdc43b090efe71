import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import classes from '../components/keys.module.css';
import { SecretFields } from '../components/secret-fields.tsx';
import { createKey, refreshKeys } from '../data.ts';

/** The call that makes a key, in the API's description, says how to sign with it. */
const SIGNING_GUIDE = '/api/docs/#/URL%20signing%20keys/urlSigningKeys.create';

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
  const save = useSave({
    run: () => createKey(scope),
    item: t('item'),
    done: t('create.done'),
    onDone: () => refreshKeys(queryClient, scope),
  });
  if (save.data === undefined) {
    return (
      <Card>
        <div className={classes.fields}>
          <Note tone="warning" title={t('create.warning')}>
            {t('create.warningText')}
          </Note>
          <div className={classes.buttons}>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              {t('create.button')}
            </Button>
          </div>
        </div>
      </Card>
    );
  }
  return (
    <Card title={t('create.ready')} note={t('create.readyText')}>
      <div className={classes.fields}>
        <SecretFields keyId={save.data.keyId} keySecret={save.data.keySecret} />
        <a className={classes.guide} href={SIGNING_GUIDE} target="_blank" rel="noopener">
          {t('create.guide')}
          <IconExternalLink size={16} stroke={1.7} aria-hidden />
        </a>
        <div className={classes.buttons}>
          <Button component={Link} to={paths.playbackChannels(scope.teamName)}>
            {t('create.toChannels')}
          </Button>
          <Button component={Link} to={paths.signedUrls(scope.teamName)} variant="default">
            {t('create.close')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
