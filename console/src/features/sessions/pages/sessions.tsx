import type { PageQuery } from '../../../base/lazy-query.ts';
import { sessionsQuery } from '../data.ts';
import { useTranslations } from 'use-intl';
import { MeHead } from '../../../ui/frame/me-head.tsx';
import { EndOthers } from '../components/end-others.tsx';
import { SessionList } from '../components/session-list.tsx';

export const pageQuery: PageQuery = () => sessionsQuery;

export function SessionsPage() {
  const t = useTranslations('sessions');
  return (
    <>
      <MeHead title={t('title')} lead={t('lead')} actions={<EndOthers />} />
      <SessionList />
    </>
  );
}
