import type { PageQuery } from '../../../base/lazy-query.ts';
import { sessionsQuery } from '../data.ts';
import { useTranslations } from 'use-intl';
import { MeTabs } from '../../../ui/frame/me-tabs.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EndOthers } from '../components/end-others.tsx';
import { SessionList } from '../components/session-list.tsx';

export const pageQuery: PageQuery = () => sessionsQuery;

export function SessionsPage() {
  const t = useTranslations('sessions');
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} actions={<EndOthers />} />
      <MeTabs />
      <SessionList />
    </>
  );
}
