import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { secretsQuery } from '../data.ts';
import classes from './key-servers.module.css';

/** The two secrets that the customer's server checks with, asked for when they are to be seen. */
export function SecretsCard({ serverId }: { serverId: string }) {
  const t = useTranslations('keyServers.secrets');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={classes.fields}>
        {isShown && <Secrets serverId={serverId} />}
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'hide' : 'show')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Secrets({ serverId }: { serverId: string }) {
  const t = useTranslations('keyServers');
  const secrets = useQuery(secretsQuery(useTeamScope(), serverId));
  return (
    <Loaded query={secrets} skeleton={<Skeleton height={130} />} item={t('item')}>
      {({ encoderSecret, tokenSecret }) => (
        <>
          <CopyField
            label={t('fields.encoderSecret')}
            value={encoderSecret}
            copyLabel={t('secrets.copyEncoder')}
            wrap
          />
          <CopyField
            label={t('fields.tokenSecret')}
            value={tokenSecret}
            copyLabel={t('secrets.copyToken')}
            wrap
          />
        </>
      )}
    </Loaded>
  );
}
