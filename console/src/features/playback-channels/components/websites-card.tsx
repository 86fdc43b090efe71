import type { AccessPolicy, PlaybackChannel } from '@kinora/contract/playback-channels';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import type { Access } from '../data.ts';
import { findWrongWebsite, getReachKind, getWebsites, POLICIES, splitDomains } from '../rules.ts';
import { AskChange, type Question } from './ask-change.tsx';
import { useChannelChange } from './use-channel-change.ts';
import classes from './channels.module.css';

type Props = { channel: PlaybackChannel };
type Typed = { policy: AccessPolicy; allow: string; deny: string; allowNoReferrer: boolean };

const toTyped = ({ accessControlPolicy: stored }: PlaybackChannel): Typed => ({
  policy: stored.policy,
  allow: stored.allowDomains.join('\n'),
  deny: stored.denyDomains.join('\n'),
  allowNoReferrer: stored.allowNoReferrer,
});

const toAccess = ({ policy, allow, deny, allowNoReferrer }: Typed): Access => ({
  ...{ policy, allowNoReferrer },
  allowDomains: [...new Set(splitDomains(allow))],
  denyDomains: [...new Set(splitDomains(deny))],
});

/** Shows which websites may show the channel's videos. */
export function WebsitesCard({ channel }: Props) {
  const t = useTranslations('playbackChannels.websites');
  const ui = useTranslations('ui');
  const stored = toTyped(channel);
  const [draft, setDraft] = useState<Partial<Typed>>({});
  const typed = { ...stored, ...draft };
  const isDirty = JSON.stringify(toAccess(typed)) !== JSON.stringify(toAccess(stored));
  const [asked, setAsked] = useState<{ access: Access; before: Access }>();
  const question = useQuestion(channel);
  const save = useChannelChange(
    channel,
    (make, { access }: { access: Access; before: Access }) => make.setAccess(access),
    t('saved'),
    () => {
      setDraft({});
      setAsked(undefined);
    },
    (make, { before }) => make.setAccess(before),
  );
  const field = typed.policy === 'blockSome' ? 'deny' : 'allow';
  const wrong =
    typed.policy === 'allowAll' ? undefined : findWrongWebsite(splitDomains(typed[field]));
  const isEmpty = typed.policy !== 'allowAll' && splitDomains(typed[field]).length === 0;
  const set = (change: Partial<Typed>) => {
    setDraft({ ...draft, ...change });
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong !== undefined || save.isPending) return;
    setAsked({ access: toAccess(typed), before: toAccess(stored) });
  };
  return (
    <Card title={t('title')} note={t('note')}>
      <LeaveGuard when={isDirty} />
      <form onSubmit={submit} className={classes.fields}>
        <ChoiceCards
          label={t('title')}
          choices={POLICIES.map((value) => ({
            ...{ value, title: t(`policy.${value}`), text: t(`policy.${value}Text`) },
          }))}
          value={typed.policy}
          onChange={(policy) => set({ policy: policy as AccessPolicy })}
        />
        {typed.policy !== 'allowAll' && (
          <Textarea
            label={t(field)}
            description={t('listHint')}
            value={typed[field]}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
            error={wrong !== undefined && t('wrong', { website: wrong })}
            minRows={4}
            autosize
            spellCheck={false}
          />
        )}
        {typed.policy === 'allowSome' && (
          <Checkbox
            label={t('noReferrer')}
            description={t('noReferrerHint')}
            checked={typed.allowNoReferrer}
            onChange={(event) => set({ allowNoReferrer: event.currentTarget.checked })}
          />
        )}
        {typed.policy === 'allowSome' && isEmpty && <p className={classes.hint}>{t('nobody')}</p>}
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending} disabled={!isDirty || wrong !== undefined}>
            {ui('save')}
          </Button>
          {isDirty && (
            <Button variant="default" disabled={save.isPending} onClick={() => setDraft({})}>
              {ui('form.discard')}
            </Button>
          )}
        </div>
      </form>
      <AskChange
        channel={channel}
        question={asked && question(asked.access)}
        onClose={() => {
          save.reset();
          setAsked(undefined);
        }}
        onConfirm={() => asked && save.mutate(asked)}
        busy={save.isPending}
        error={save.error}
      />
    </Card>
  );
}

/** Says who may watch then. */
function useQuestion(channel: PlaybackChannel): (access: Access) => Question {
  const t = useTranslations('playbackChannels');
  return (accessControlPolicy) => {
    const next = { ...channel, accessControlPolicy };
    const reach = t(`reach.${getReachKind(next)}`, { count: getWebsites(next).length });
    return {
      title: t('websites.ask.title', { name: channel.name }),
      text: t('websites.ask.text', { reach }),
      button: t('websites.ask.button'),
    };
  };
}
