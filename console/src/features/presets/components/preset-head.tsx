import { PRESET_NAME_LETTERS } from '@kinora/contract/preset-rules/bounds';
import type { Preset } from '@kinora/contract/presets';
import { Button } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { toFieldErrors } from '../../../base/error-text.ts';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Link } from '../../../ui/link.tsx';
import { PageHead, PageTitle } from '../../../ui/page-head.tsx';
import { presetQuery, refreshPresets, renamePreset } from '../data.ts';
import { findFixedReason } from '../rules/access.ts';
import { MODEL_LABELS } from '../rules/models.ts';
import { PresetBadges } from './preset-badges.tsx';

const DeletePreset = lazyPart(
  async () => (await import('./delete-preset.tsx')).DeletePreset,
  'presets',
);

/** Name, model and state of a preset, with what can be done to it as a whole. */
export function PresetHead({ preset }: { preset: Preset }) {
  const t = useTranslations('presets');
  const format = useFormat();
  const { namespace } = useTeam();
  return (
    <PageHead
      title={preset.name}
      heading={<Name preset={preset} readOnly={preset.isSystem} />}
      crumbs={[{ label: t('title'), to: paths.presets(namespace) }]}
      facts={
        <>
          <span>{MODEL_LABELS[preset.vodDeliveryModel]}</span>
          <PresetBadges preset={preset} />
          {!preset.isSystem && (
            <span>{t('updatedAt', { date: format.dateTime(preset.updatedAt) })}</span>
          )}
        </>
      }
      actions={<Actions preset={preset} />}
    />
  );
}

function Name({ preset, readOnly }: { preset: Preset; readOnly: boolean }) {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const save = useSave({
    run: (name: string) => renamePreset(scope, preset.id, name),
    item: t('item'),
    done: t('renamed'),
    onDone: async (renamed) => {
      queryClient.setQueryData(presetQuery(scope, preset.id).queryKey, renamed);
      await refreshPresets(queryClient, scope);
    },
  });
  return (
    <InlineEdit
      label={t('fields.name')}
      editLabel={t('editName')}
      value={preset.name}
      {...PRESET_NAME_LETTERS}
      readOnly={readOnly}
      onSave={save.mutateAsync}
      error={toFieldErrors(save.error)['name']}
    >
      <PageTitle>{preset.name}</PageTitle>
    </InlineEdit>
  );
}

function Actions({ preset }: { preset: Preset }) {
  const t = useTranslations('ui.things');
  const { namespace } = useTeam();
  const [deleting, setDeleting] = useState(false);
  const leave = () => navigate({ to: paths.presets(namespace), ignoreBlocker: true });
  return (
    <>
      <Button
        component={Link}
        to={paths.presetCreate(namespace)}
        search={{ from: preset.id }}
        variant="default"
        leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
      >
        {t('duplicate')}
      </Button>
      {findFixedReason(preset) === undefined && (
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {t('delete')}
        </Button>
      )}
      <DeletePreset
        opened={deleting}
        preset={deleting ? preset : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={leave}
      />
    </>
  );
}
