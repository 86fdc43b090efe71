import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { SecretReveal } from '../../../ui/secrets.tsx';
import { secretsQuery } from '../data.ts';
import classes from './key-servers.module.css';

/** The two secrets that the customer's server checks with, asked for when they are to be seen. */
export function SecretsCard({ serverId }: { serverId: string }) {
  const t = useTranslations('keyServers.secrets');
  const words = useTranslations('keyServers');
  const scope = useTeamScope();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={classes.fields}>
        {isShown && (
          <SecretReveal
            query={secretsQuery(scope, serverId)}
            item={words('item')}
            list={({ encoderSecret, tokenSecret }) => [
              {
                label: words('fields.encoderSecret'),
                value: encoderSecret,
                copyLabel: t('copyEncoder'),
              },
              { label: words('fields.tokenSecret'), value: tokenSecret, copyLabel: t('copyToken') },
            ]}
          />
        )}
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
