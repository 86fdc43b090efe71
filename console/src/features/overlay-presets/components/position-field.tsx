import type { OverlayPosition } from '@kinora/contract/overlay-presets';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { POSITIONS } from '../rules/place.ts';
import classes from './overlay-form.module.css';

type Props = {
  value: OverlayPosition;
  onChange: (position: OverlayPosition) => void;
  disabled: boolean;
};

/** The nine places as they lie on the frame. Native radio buttons: arrow keys move among them. */
export function PositionField({ value, onChange, disabled }: Props) {
  const t = useTranslations('overlayPresets');
  const name = useId();
  return (
    <fieldset className={classes.positions} disabled={disabled}>
      <legend>{t('fields.position')}</legend>
      <div className={classes.places}>
        {POSITIONS.map((position) => (
          <label key={position} className={classes.place} title={t(`positions.${position}`)}>
            <input
              type="radio"
              name={name}
              checked={position === value}
              aria-label={t(`positions.${position}`)}
              onChange={() => onChange(position)}
            />
          </label>
        ))}
      </div>
      <p className={classes.hint}>{t(`positions.${value}`)}</p>
    </fieldset>
  );
}
