import { useErrorText } from '../../../base/error-text.ts';
import { Note } from '../../../ui/note.tsx';

/** Says beside the form what failed; nothing where nothing did. */
export function FailureNote({ error }: { error: Error | null }) {
  const describe = useErrorText();
  if (error === null) return null;
  const { title, detail, reference } = describe(error, { action: 'save' });
  return (
    <Note tone="danger" role="alert" title={title}>
      {detail}
      {reference !== '' && <p translate="no">{reference}</p>}
    </Note>
  );
}
