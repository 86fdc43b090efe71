import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { GuideName } from '../../base/guides.ts';
import { useMe } from '../../base/session.ts';
import { useTeam } from '../../base/team-scope.ts';
import { paths } from '../../paths.ts';
import { PageHead, PageTitle } from '../page-head.tsx';
import { TabLead, Tabs } from '../tabs.tsx';

type Props = {
  /** Names the page in the window's title. */
  title: string;
  /** Says what the page is for, below the tabs. */
  lead?: string;
  actions?: ReactNode;
  /** Tells more about it. */
  guide?: GuideName;
};

/** The head of all pages about one's own account: one title, and tabs for the pages. */
export function MeHead({ title, lead, actions, guide }: Props) {
  const t = useTranslations('nav');
  const email = useMe()?.account.email;
  return (
    <>
      <PageHead
        title={title}
        heading={<PageTitle>{t('me')}</PageTitle>}
        facts={email}
        {...(actions !== undefined && { actions })}
        {...(guide !== undefined && { guide })}
      />
      <MeTabs />
      <TabLead>{lead}</TabLead>
    </>
  );
}

function MeTabs() {
  const t = useTranslations('nav');
  const { namespace } = useTeam();
  return (
    <Tabs
      label={t('me')}
      tabs={[
        { to: paths.personalTokens(namespace), label: t('personalTokens') },
        { to: paths.sessions(namespace), label: t('sessions') },
        { to: paths.profile(namespace), label: t('profile') },
      ]}
    />
  );
}
