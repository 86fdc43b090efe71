import { DESCRIPTION_LETTERS, TITLE_LETTERS } from '@kinora/contract/bounds';
import type { Video } from '@kinora/contract/videos/video';
import { InputBase, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import { CardColumn } from '../../../../ui/form-page.tsx';
import { CharacterCounter } from '../../../../ui/counter.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { FormErrors } from '../../../../ui/form/form-errors.tsx';
import { SaveBar } from '../../../../ui/form/save-bar.tsx';
import { Note } from '../../../../ui/note.tsx';
import { TagsField } from '../../../projects/components/tags-field.tsx';
import { PublishedField } from './published-field.tsx';
import { useInformation } from './use-information.ts';
import classes from './information-form.module.css';

/** Title, description, tags and published date of a video. Ctrl+S or ⌘S saves. */
export function InformationForm({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const form = useInformation(video);
  const { values, set, at, isReadOnly } = form;
  return (
    <Form form={form} isPage>
      <CardColumn>
        <Card title={t('form.title')}>
          <div className={classes.fields}>
            {isReadOnly && (
              <Note tone="info" title={t('form.readOnly')}>
                {t('form.readOnlyText')}
              </Note>
            )}
            <FormErrors />
            <div className={classes.field}>
              <TextInput {...form.input('title')} required={!isReadOnly} autoComplete="off" />
              {!isReadOnly && <CharacterCounter text={values.title} max={TITLE_LETTERS.max} />}
            </div>
            <div className={classes.field}>
              {/* Mantine's Textarea brings what grows with its text. */}
              <InputBase
                component="textarea"
                multiline
                {...form.input('description')}
                rows={5}
                {...(isReadOnly && { placeholder: t('form.none') })}
              />
              {!isReadOnly && (
                <CharacterCounter text={values.description} max={DESCRIPTION_LETTERS.max} />
              )}
            </div>
            <TagsField
              {...at('tags')}
              projectKey={video.project.key}
              description={isReadOnly ? undefined : t('form.tagsHint')}
              placeholder={
                values.tags.length > 0
                  ? undefined
                  : t(isReadOnly ? 'form.none' : 'form.tagsPlaceholder')
              }
              clearLabel={t('filter.clearTags')}
              value={values.tags}
              onChange={(tags) => set({ tags })}
            />
            <div className={classes.date}>
              <PublishedField
                key={form.discards}
                {...at('published')}
                value={values.published}
                onChange={(published) => set({ published })}
                onProblem={(dateProblem) => set({ dateProblem })}
              />
            </div>
          </div>
        </Card>
        {!isReadOnly && <SaveBar />}
      </CardColumn>
    </Form>
  );
}
