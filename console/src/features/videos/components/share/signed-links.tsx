import type { SignedLinks as Signed } from '@kinora/contract/signed-links';
import type { Video } from '@kinora/contract/videos/video';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { Form } from '../../../../ui/form/form.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { Note } from '../../../../ui/note.tsx';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { listNamesOfKey } from '../../../playback-channels/rules.ts';
import { projectQuery } from '../../../../base/project.ts';
import { signLinks } from '../../data.ts';
import { findLinkEnd, LINK_TERMS, type LinkForm } from '../../rules/link-end.ts';
import { ShareFields } from './share-fields.tsx';
import classes from './share.module.css';

/** Makes links of a video that play until a time, and shows them in place of those that don't. */
export function SignedLinks({ video }: { video: Video }) {
  const t = useTranslations('videos.links.signed');
  const format = useFormat();
  const form = useSignedLinks(video);
  const { values, set, save } = form;
  const links = save.data;
  return (
    <>
      <Form form={form} className={classes.root}>
        <Select
          label={t('lasts')}
          choices={LINK_TERMS.map((value) => ({ value, label: t(`terms.${value}`) }))}
          value={values.term}
          onChange={(term) => set({ term })}
        />
        {values.term === 'own' && (
          <TextInput {...form.input('until')} type="datetime-local" required />
        )}
        <KeyChoice
          video={video}
          keyId={values.keyId}
          onChange={(keyId) => set({ keyId })}
          error={form.errors['keyId']}
        />
        <Button type="submit" loading={save.isPending} variant={links ? 'default' : 'filled'}>
          {t('create')}
        </Button>
      </Form>
      {links && (
        <>
          <Note
            tone="success"
            role="status"
            title={t('until', { date: format.dateTime(links.expiresAt) })}
          >
            <p>{t('untilText')}</p>
          </Note>
          <ShareFields video={video} links={links} />
        </>
      )}
    </>
  );
}

function useSignedLinks(video: Video) {
  const t = useTranslations('videos.links.signed');
  const scope = useTeamScope();
  return useForm<LinkForm, Signed>({
    id: 'signed-links',
    stored: { term: 'day', until: '', keyId: '' },
    labels: { until: t('own'), keyId: t('key') },
    problems: ({ term, until }) => ({
      until: term === 'own' && until === '' ? { text: t('ownRequired'), waits: true } : undefined,
    }),
    fieldOf: (path) => (path === 'urlSigningKeyId' ? 'keyId' : 'until'),
    run: (typed) =>
      signLinks(scope, video.key, {
        expiresAt: findLinkEnd(typed, Date.now()).toISOString(),
        ...(typed.keyId !== '' && { urlSigningKeyId: typed.keyId }),
      }),
    item: t('item'),
    // The choice stays beside the links that it made.
    leaves: true,
    isNew: true,
  });
}

type KeyProps = {
  video: Video;
  /** '' is the first. */
  keyId: string;
  onChange: (keyId: string) => void;
  error: string | undefined;
};

/** Chooses among the keys of the channel that the video plays on; one alone is no choice. */
function KeyChoice({ video, keyId, onChange, error }: KeyProps) {
  const t = useTranslations('videos.links.signed');
  const format = useFormat();
  const scope = useTeamScope();
  const channelId = useQuery(projectQuery(scope, video.project.key)).data?.primaryPlaybackChannelId;
  const channels = useQuery(channelsQuery(scope)).data?.data ?? [];
  const keys = channels.find(({ id }) => id === channelId)?.signedUrl.urlSigningKeys ?? [];
  if (keys.length < 2) return null;
  return (
    <Select
      label={t('key')}
      description={t('keyHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      choices={keys.map(({ id, keyId: label, createdAt }) => {
        const used = listNamesOfKey(channels, id);
        const date = format.dateTime(createdAt);
        const note = t('keyNote', { date, count: used.length, channels: format.list(used) });
        return { value: id, label, note };
      })}
      value={keyId === '' ? (keys[0]?.id ?? null) : keyId}
      onChange={onChange}
    />
  );
}
