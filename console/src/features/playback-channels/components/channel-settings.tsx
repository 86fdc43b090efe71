import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { ReactNode } from 'react';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useAskedSave } from '../../../ui/form/use-asked-save.ts';
import { CardColumn } from '../../../ui/form-page.tsx';
import { AskChange } from './ask-change.tsx';
import { type ChannelFormState, useChannelForm } from './use-channel-form.ts';
import { useQuestion } from './use-question.ts';

type Props = {
  channel: PlaybackChannel;
  /** The cards of the settings that the page shows. */
  children: (form: ChannelFormState) => ReactNode;
};

/** All that is chosen here is saved together, once it was said what stops playing. */
export function ChannelSettings({ channel, children }: Props) {
  const form = useChannelForm(channel);
  const toQuestion = useQuestion(channel);
  const { question, onSave, close, confirm } = useAskedSave(form, () =>
    form.isDirty && form.check(['allow', 'deny']) ? toQuestion(form.values) : undefined,
  );
  return (
    <Form form={form} isPage onSave={onSave}>
      <CardColumn>
        <FormErrors />
        {children(form)}
      </CardColumn>
      <SaveBar />
      <AskChange
        channel={channel}
        question={question}
        onClose={close}
        onConfirm={() => void confirm()}
        busy={form.save.isPending}
      />
    </Form>
  );
}
