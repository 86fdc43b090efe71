import type { AccessPolicy } from '@kinora/contract/playback-channels';
import { Checkbox, Textarea } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { POLICIES, splitDomains } from '../rules.ts';
import type { ChannelFormState } from './use-channel-form.ts';
import classes from './channels.module.css';

/** Shows which websites may show the channel's videos. */
export function WebsitesCard({ form }: { form: ChannelFormState }) {
  const t = useTranslations('playbackChannels.websites');
  const { values, set, isFixed } = form;
  const field = values.policy === 'blockSome' ? 'deny' : 'allow';
  const isEmpty = splitDomains(values[field]).length === 0;
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={classes.fields}>
        <ChoiceCards
          label={t('title')}
          choices={POLICIES.map((value) => ({
            value,
            title: t(`policy.${value}`),
            text: t(`policy.${value}Text`),
            isDisabled: isFixed,
          }))}
          value={values.policy}
          onChange={(policy) => set({ policy: policy as AccessPolicy })}
        />
        {values.policy !== 'allowAll' && (
          <Textarea
            {...form.input(field)}
            description={t('listHint')}
            minRows={4}
            autosize
            spellCheck={false}
          />
        )}
        {values.policy === 'allowSome' && (
          <Checkbox
            label={t('noReferrer')}
            description={t('noReferrerHint')}
            checked={values.allowNoReferrer}
            disabled={isFixed}
            onChange={(event) => set({ allowNoReferrer: event.currentTarget.checked })}
          />
        )}
        {values.policy === 'allowSome' && isEmpty && <p className={classes.hint}>{t('nobody')}</p>}
      </div>
    </Card>
  );
}
