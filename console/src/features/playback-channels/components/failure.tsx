import { useTranslations } from 'use-intl';
import { toFieldErrors, useErrorText } from '../../../base/error-text.ts';
import { Note } from '../../../ui/note.tsx';

/** Says in its own section why a change of a channel failed; nothing while there is no failure. */
export function Failure({ error }: { error: unknown }) {
  const t = useTranslations('playbackChannels');
  const describe = useErrorText();
  if (!error) return null;
  const { title, detail } = describe(error, { item: t('item'), action: 'save' });
  const [ofField] = Object.values(toFieldErrors(error));
  return (
    <Note tone="danger" title={ofField ?? title} role="alert">
      {ofField === undefined && detail}
    </Note>
  );
}
