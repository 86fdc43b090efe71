import { useErrorText } from '../../../base/error-text.ts';
import { Note } from '../../../ui/note.tsx';

/** Shows a failure next to the form; nothing without one. */
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
