import { Button, Switch } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import { withFormat } from '../../rules/parts.ts';
import { AudioTracks, AudioVariants } from './audio-parts.tsx';
import { ChoiceField, TextField } from './fields.tsx';
import type { PartsProps } from './form-part.tsx';
import { useFormScope } from '../../../../ui/form/form.tsx';
import { usePresetScope } from './form-context.ts';
import classes from './preset-form.module.css';
import { VideoTracks } from './video-tracks.tsx';

type Props = PartsProps & {
  index: number;
  /** Undefined for the only profile: a preset has at least one. */
  onRemove: (() => void) | undefined;
};

/** One profile: a format, and the tracks that it is made of. */
export function ProfileCard({ index, onRemove, ...parts }: Props) {
  const t = useTranslations('presets.form');
  const tf = useTranslations('presets.fields');
  const { model, offer } = usePresetScope();
  const { at, isFixed } = useFormScope();
  const { path, profile, onChange } = parts;
  const { id, error } = at(path);
  const title = profile.name.trim() || t('unnamedProfile', { number: index + 1 });
  return (
    <Card
      title={title}
      actions={
        <Switch
          label={tf('enabled')}
          labelPosition="left"
          aria-label={t('enableProfile', { name: title })}
          checked={profile.enabled}
          disabled={isFixed}
          onChange={(event) => onChange({ ...profile, enabled: event.currentTarget.checked })}
        />
      }
    >
      <div className={classes.sections}>
        {error !== undefined && (
          <p id={id} tabIndex={-1} className={classes.error} role="alert">
            {error}
          </p>
        )}
        <div className={classes.grid}>
          <TextField
            path={`${path}.name`}
            label={tf('profileName')}
            value={profile.name}
            onChange={(name) => onChange({ ...profile, name })}
          />
          <ChoiceField
            path={`${path}.formatType`}
            label={tf('formatType')}
            value={profile.formatType}
            choices={offer.formats
              .filter(({ vodDeliveryModel }) => vodDeliveryModel === model)
              .map(({ formatType, label }) => ({ value: formatType, label }))}
            onChange={(formatType) => onChange(withFormat(profile, formatType))}
          />
        </div>
        <VideoTracks {...parts} />
        <AudioTracks {...parts} />
        <AudioVariants {...parts} />
        {onRemove && (
          <div className={classes.removeProfile}>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              leftSection={<IconTrash size={15} stroke={1.8} aria-hidden />}
              disabled={isFixed}
              onClick={onRemove}
            >
              {t('deleteProfile')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
