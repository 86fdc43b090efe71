import { MAX_CSV_CHANGES } from '@kinora/contract/bounds';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../base/failure-toast.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { downloadHistory, type HistoryFilter } from '../data.ts';

/** Downloads what the filter finds. */
export function DownloadButton({ filter }: { filter: HistoryFilter }) {
  const t = useTranslations('auditEvents.download');
  const scope = useTeamScope();
  const showFailure = useFailureToast();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await downloadHistory(scope, filter), `history-${scope.teamName}.csv`);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      title={t('hint', { count: MAX_CSV_CHANGES })}
      loading={isBusy}
      leftSection={<IconDownload size={17} stroke={1.8} aria-hidden />}
      onClick={() => void download()}
    >
      {t('button')}
    </Button>
  );
}

/** Browsers save what a link with a name leads to. */
function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
