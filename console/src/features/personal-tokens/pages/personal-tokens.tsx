import type { PageQuery } from '../../../base/lazy-query.ts';
import { personalTokensQuery } from '../data.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MeHead } from '../../../ui/frame/me-head.tsx';
import { CreateToken } from '../components/create-token.tsx';
import { type NewToken, NewTokenCard } from '../components/new-token-card.tsx';
import { TokenList } from '../components/token-list.tsx';
import classes from '../components/personal-tokens.module.css';

export const pageQuery: PageQuery = () => personalTokensQuery;

export function PersonalTokensPage() {
  const t = useTranslations('personalTokens');
  const [created, setCreated] = useState<NewToken>();
  const returnToForm = () => setCreated(undefined);
  return (
    <>
      <MeHead title={t('title')} lead={t('lead')} guide="upload-by-api" />
      <div className={classes.stack}>
        {created ? (
          <NewTokenCard token={created} onDone={returnToForm} />
        ) : (
          <CreateToken onCreated={setCreated} />
        )}
        <TokenList onRevoked={(id) => id === created?.id && returnToForm()} newId={created?.id} />
      </div>
    </>
  );
}
