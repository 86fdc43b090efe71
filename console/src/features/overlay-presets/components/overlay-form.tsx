import { OVERLAY_PERCENTS } from '@kinora/contract/bounds';
import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { CreateEnd, SaveBar } from '../../../ui/form/save-bar.tsx';
import { Note } from '../../../ui/note.tsx';
import { overlayImageQuery } from '../data.ts';
import { PERCENT_FIELDS, toInput } from '../rules/form.ts';
import { ImageField } from './image-field.tsx';
import classes from './overlay-form.module.css';
import { OverlayStage } from './overlay-stage.tsx';
import { useOverlayWords } from './overlay-words.ts';
import { PercentField } from './percent-field.tsx';
import { PositionField } from './position-field.tsx';
import { type TypedOverlay, useOverlayForm } from './use-overlay-form.ts';

/** Makes an overlay preset, or changes one: the form, and the frame that it is going to lie on. */
export function OverlayForm({ overlay }: { overlay?: OverlayPreset }) {
  const t = useTranslations('overlayPresets');
  const { teamName } = useTeamScope();
  const { form, choose } = useOverlayForm(overlay);
  const { values, set, at } = form;
  const disabled = overlay?.isInUse === true;
  return (
    <Form form={form} isPage>
      <FormPage preview={<Preview overlay={overlay} typed={values} />} isSticky>
        <Card>
          <div className={classes.fields}>
            {disabled && (
              <Note tone="info" title={t('fixed.title')}>
                {t('fixed.text')}
              </Note>
            )}
            <FormErrors />
            <TextInput
              {...form.input('name')}
              required
              autoComplete="off"
              autoFocus={overlay === undefined}
            />
            <ImageField
              {...at('image')}
              fileName={values.image?.file.name}
              hasImage={overlay !== undefined || values.image !== undefined}
              onChoose={(file) => void choose(file)}
              disabled={disabled}
            />
            <PositionField
              value={values.position}
              onChange={(position) => set({ position })}
              disabled={disabled}
            />
            {PERCENT_FIELDS.map((field) => (
              <PercentField
                key={field}
                {...at(field)}
                description={t(`fields.${field}Hint`)}
                value={values[field]}
                range={OVERLAY_PERCENTS[field]}
                onChange={(value) => set({ [field]: value })}
                disabled={disabled}
              />
            ))}
          </div>
        </Card>
        {overlay ? (
          <SaveBar />
        ) : (
          <CreateEnd label={t('create')} cancel={{ to: paths.overlays(teamName) }} />
        )}
      </FormPage>
    </Form>
  );
}

type PreviewProps = { overlay: OverlayPreset | undefined; typed: TypedOverlay };

function Preview({ overlay, typed }: PreviewProps) {
  const t = useTranslations('overlayPresets');
  const words = useOverlayWords();
  const scope = useTeamScope();
  const stored = useQuery({
    ...overlayImageQuery(scope, overlay?.id ?? '', overlay?.image.version ?? ''),
    enabled: overlay !== undefined,
  });
  const layout = toInput(typed);
  const own = overlay && overlay.image.height / overlay.image.width;
  return (
    <aside aria-label={t('preview')}>
      <Card title={t('preview')} note={words(layout)}>
        <OverlayStage
          label={`${t('preview')}: ${words(layout)}`}
          picture={typed.image?.file ?? stored.data}
          aspect={typed.image?.aspect ?? own ?? 1}
          layout={layout}
          opacityPercent={layout.opacityPercent}
        >
          {overlay === undefined && <span>{t('noImage')}</span>}
        </OverlayStage>
      </Card>
    </aside>
  );
}
