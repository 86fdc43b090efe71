import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Span } from '../../rules/duration.ts';
import type { VideoTrackForm } from '../../rules/form.ts';
import { useFormScope } from '../../../../ui/form/form.tsx';
import classes from './preset-form.module.css';

type Props = { path: string; track: VideoTrackForm; onChange: (track: VideoTrackForm) => void };

/** For which lengths of a source the track is made; empty ends are open. */
export function DurationFields({ path, track, onChange }: Props) {
  const t = useTranslations('presets.fields');
  return (
    <fieldset className={classes.duration}>
      <legend>{t('duration')}</legend>
      <p className={classes.hint}>{t('durationHint')}</p>
      <div className={classes.ends}>
        <End
          path={`${path}.minimumSeconds`}
          label={t('minimum')}
          span={track.minimum}
          onChange={(minimum) => onChange({ ...track, minimum })}
        />
        <End
          path={`${path}.maximumSeconds`}
          label={t('maximum')}
          span={track.maximum}
          onChange={(maximum) => onChange({ ...track, maximum })}
        />
      </div>
    </fieldset>
  );
}

type EndProps = { path: string; label: string; span: Span; onChange: (span: Span) => void };

function End({ path, label, span, onChange }: EndProps) {
  const t = useTranslations('presets.fields');
  const { id, error, readOnly } = useFormScope().at(path);
  const labelId = useId();
  const errorId = useId();
  const input = (part: keyof Span, inputId?: string) => (
    <TextInput
      className={classes.timePart ?? ''}
      {...(inputId !== undefined && { id: inputId })}
      aria-label={t(part === 'minutes' ? 'minutesOf' : 'secondsOf', { label })}
      aria-describedby={error === undefined ? undefined : errorId}
      inputMode="numeric"
      autoComplete="off"
      value={span[part]}
      readOnly={readOnly}
      onChange={(event) => onChange({ ...span, [part]: event.currentTarget.value })}
      error={error !== undefined}
    />
  );
  return (
    <div role="group" aria-labelledby={labelId}>
      <span id={labelId} className={classes.endLabel}>
        {label}
      </span>
      <span className={classes.time}>
        {input('minutes', id)}
        <span aria-hidden>{t('minutes')}</span>
        {input('seconds')}
        <span aria-hidden>{t('seconds')}</span>
      </span>
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
