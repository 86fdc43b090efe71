import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { PageHead, PageTitle } from '../../../ui/page-head.tsx';
import { TabLead, Tabs } from '../../../ui/tabs.tsx';

type Props = {
  /** Names the page in the window's title. */
  title: string;
  /** Says what the page is for, below the tabs. */
  lead: string;
  actions?: ReactNode;
};

/** The head of the lists of presets and of the pictures that can lie over what they make. */
export function PresetListHead({ title, lead, actions }: Props) {
  const t = useTranslations('presets');
  return (
    <>
      <PageHead
        title={title}
        heading={<PageTitle>{t('title')}</PageTitle>}
        {...(actions !== undefined && { actions })}
      />
      <ListTabs />
      <TabLead>{lead}</TabLead>
    </>
  );
}

function ListTabs() {
  const t = useTranslations('presets');
  const { teamName } = useTeamScope();
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={[
        { to: paths.presets(teamName), label: t('title') },
        { to: paths.overlays(teamName), label: t('tabs.overlays') },
      ]}
    />
  );
}
