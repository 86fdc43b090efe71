import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { SecretOnce } from '../../../ui/secrets.tsx';
import classes from './personal-tokens.module.css';

export type NewToken = { id: string; name: string; token: string; expiresAt: string | null };

type Props = { token: NewToken; onDone: () => void };

/** The token itself, this once. */
export function NewTokenCard({ token, onDone }: Props) {
  const t = useTranslations('personalTokens');
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Card title={t('created.title', { name: token.name })}>
      <div
        className={classes.new}
        ref={box}
        tabIndex={-1}
        role="group"
        aria-label={t('created.region')}
      >
        <Note tone="warning" title={t('created.once')}>
          {t('created.onceHint')}
        </Note>
        <SecretOnce
          secrets={[
            {
              label:
                token.expiresAt === null
                  ? t('created.labelNever')
                  : t('created.label', { date: format.date(token.expiresAt) }),
              value: token.token,
              copyLabel: t('created.copy'),
            },
          ]}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onDone}>
            {t('created.another')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
