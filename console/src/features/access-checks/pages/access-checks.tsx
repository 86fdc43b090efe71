import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RequestCheck } from '../components/request-check.tsx';
import { ViewerCheck } from '../components/viewer-check.tsx';

export function AccessChecksPage() {
  const t = useTranslations('accessChecks');
  const { namespace, role } = useTeam();
  const back = { to: paths.projects(namespace), label: t('back') };
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} />
      {mayManageTeam(role) ? (
        <Checks />
      ) : (
        <Forbidden title={t('forbidden.title')} text={t('forbidden.text')} back={back} />
      )}
    </>
  );
}

/** A viewer is described, or has sent the id that the player showed. */
function Checks() {
  const t = useTranslations('accessChecks');
  const [by, setBy] = useState<'viewer' | 'request'>('viewer');
  const choice = (
    <SegmentedControl<typeof by>
      fullWidth
      aria-label={t('by.label')}
      value={by}
      onChange={setBy}
      data={[
        { value: 'viewer', label: t('by.viewer') },
        { value: 'request', label: t('by.request') },
      ]}
    />
  );
  return by === 'viewer' ? <ViewerCheck choice={choice} /> : <RequestCheck choice={choice} />;
}
