import { TAG_LETTERS, MAX_TAGS } from '@kinora/contract/bounds';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TagsField } from '../../../projects/components/tags-field.tsx';
import dialog from '../../../../ui/dialog.module.css';
import type { Amount } from '../../rules/selection.ts';
import classes from './tags-dialog.module.css';

type Props = {
  type: 'addTags' | 'removeTags';
  opened: boolean;
  onClose: () => void;
  amount: Amount;
  projectKey: string | undefined;
  busy: boolean;
  onTags: (tags: string[]) => void;
};

export function TagsDialog({ opened, ...props }: Props) {
  const t = useTranslations('videos.batch');
  const { type, amount, onClose, busy } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`${type}.title`, amount)} busy={busy}>
      {opened && <TagsForm {...props} />}
    </Dialog>
  );
}

function TagsForm({ type, projectKey, busy, onTags, onClose }: Omit<Props, 'opened'>) {
  const t = useTranslations('videos.batch');
  const ui = useTranslations('ui');
  const [tags, setTags] = useState<string[]>([]);
  return (
    <form
      className={dialog.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (tags.length > 0 && !busy) onTags(tags);
      }}
    >
      <div className={classes.field}>
        <TagsField
          projectKey={projectKey}
          label={t('tags')}
          description={t(`${type}.hint`)}
          value={tags}
          onChange={setTags}
          maxTags={MAX_TAGS}
          maxLength={TAG_LETTERS.max}
        />
      </div>
      <div className={dialog.footer}>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={tags.length === 0}>
          {t(`${type}.button`)}
        </Button>
      </div>
    </form>
  );
}
