import { useTranslations } from 'use-intl';
import { MeTabs } from '../../../ui/frame/me-tabs.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EndOthers } from '../components/end-others.tsx';
import { SessionList } from '../components/session-list.tsx';

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
