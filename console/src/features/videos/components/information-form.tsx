import type { Video } from '@kinora/contract/videos';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useSaveKey } from '../../../base/use-save-key.ts';
import { Card } from '../../../ui/card.tsx';
import { CharacterCounter } from '../../../ui/counter.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Note } from '../../../ui/note.tsx';
import { limits } from '../rules/information.ts';
import { PublishedField } from './published-field.tsx';
import { SaveBar } from './save-bar.tsx';
import { TagsField } from './tags-field.tsx';
import { useInformation } from './use-information.ts';
import classes from './information-form.module.css';

const ids = {
  title: 'video-title',
  description: 'video-description',
  tags: 'video-tags',
  published: 'video-published',
};
const publishedPath = 'additionalVideoMetaData.fields.0.value';

/** Title, description, tags and published date of a video. Ctrl+S or ⌘S saves. */
export function InformationForm({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const words = useTranslations('ui');
  const form = useInformation(video);
  const [resets, setResets] = useState(0);
  const { values, problems, save, set } = form;
  const readOnly = !video.actions.updateVideo;
  const errors = fieldErrors(save.error);
  const tagError = Object.entries(errors).find(([path]) => path.startsWith('tags'))?.[1];
  const labels = {
    title: t('fields.title'),
    description: t('fields.description'),
    tags: t('fields.tags'),
    [publishedPath]: t('fields.publishedDate'),
  };
  const submit = () => {
    if (form.isValid) return form.submit();
    const first = (['title', 'description', 'tags', 'published'] as const).find(
      (field) => problems[field] !== undefined,
    );
    if (first) document.getElementById(ids[first])?.focus();
  };
  useSaveKey(submit, !readOnly);
  const fixed = readOnly || save.isPending;
  return (
    <Card
      as="form"
      title={t('form.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LeaveGuard when={form.isDirty} />
      <div className={classes.fields}>
        {readOnly && (
          <Note tone="info" title={t('form.readOnly')}>
            {t('form.readOnlyText')}
          </Note>
        )}
        <FormErrors
          error={save.error}
          fields={{
            title: { label: labels.title, id: ids.title },
            description: { label: labels.description, id: ids.description },
            tags: { label: labels.tags, id: ids.tags },
            [publishedPath]: { label: t('fields.publishedDate'), id: ids.published },
          }}
        />
        <div className={classes.field}>
          <TextInput
            id={ids.title}
            label={labels.title}
            required={!readOnly}
            value={values.title}
            readOnly={fixed}
            autoComplete="off"
            onChange={(event) => set({ title: event.currentTarget.value })}
            error={
              problems.title
                ? words(`edit.${problems.title.code}`, { label: labels.title, ...problems.title })
                : errors['title']
            }
          />
          {!readOnly && <CharacterCounter text={values.title} most={limits.title} />}
        </div>
        <div className={classes.field}>
          <Textarea
            id={ids.description}
            label={labels.description}
            rows={5}
            value={values.description}
            readOnly={fixed}
            {...(readOnly && { placeholder: t('form.none') })}
            onChange={(event) => set({ description: event.currentTarget.value })}
            error={
              problems.description
                ? words(`edit.${problems.description.code}`, {
                    label: labels.description,
                    ...problems.description,
                  })
                : errors['description']
            }
          />
          {!readOnly && <CharacterCounter text={values.description} most={limits.description} />}
        </div>
        <TagsField
          id={ids.tags}
          projectKey={video.project.key}
          value={values.tags}
          onChange={(tags) => set({ tags })}
          error={tagError}
          readOnly={fixed}
        />
        <div className={classes.date}>
          <PublishedField
            key={resets}
            id={ids.published}
            value={values.published}
            onChange={(published) => set({ published })}
            onProblem={form.setDateProblem}
            error={errors[publishedPath]}
            readOnly={fixed}
          />
        </div>
      </div>
      {!readOnly && (
        <SaveBar
          isDirty={form.isDirty}
          isSaving={save.isPending}
          isSaved={save.isSuccess}
          onDiscard={() => {
            form.discard();
            setResets(resets + 1);
          }}
        />
      )}
    </Card>
  );
}
