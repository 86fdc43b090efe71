import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../../ui/dialog.tsx';
import dialog from '../../../../ui/dialog.module.css';
import { ProjectPicker } from '../../../projects/components/project-picker.tsx';
import type { Amount } from '../../rules/selection.ts';
import { MoveEffects } from './move-effects.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  amount: Amount;
  /** Says where all of them are already. */
  projectKey: string | undefined;
  busy: boolean;
  onProject: (key: string) => void;
};

export function MoveDialog({ opened, ...props }: Props) {
  const t = useTranslations('videos.batch.move');
  const { amount, onClose, busy } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title', amount)} busy={busy}>
      {opened && <MoveForm {...props} />}
    </Dialog>
  );
}

function MoveForm({ projectKey, busy, onProject, onClose }: Omit<Props, 'opened'>) {
  const t = useTranslations('videos.batch.move');
  const ui = useTranslations('ui');
  const [target, setTarget] = useState<Project>();
  return (
    <form
      className={dialog.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== undefined && !busy) onProject(target.key);
      }}
    >
      <ProjectPicker
        mode="choose"
        words={{
          search: t('search'),
          label: t('label'),
          none: t('none'),
          noResults: (q) => t('noResults', { q }),
        }}
        isOpen={({ key, actions }) => actions.updateVideo && key !== projectKey}
        chosen={target}
        onChoose={setTarget}
      />
      {target && <MoveEffects fromKey={projectKey} to={target} />}
      <div className={dialog.footer}>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={target === undefined}>
          {t('button')}
        </Button>
      </div>
    </form>
  );
}
