import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHead } from '../../../ui/page-head.tsx';
import { RequestCheck } from '../components/request-check.tsx';
import { ViewerCheck } from '../components/viewer-check.tsx';

/** A viewer is described, or has sent the id that the player showed. */
export function AccessChecksPage() {
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
  const Check = by === 'viewer' ? ViewerCheck : RequestCheck;
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} guide="cannot-watch" />
      <Check choice={choice} />
    </>
  );
}
