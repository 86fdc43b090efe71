import { useErrorText } from '../../../base/error-text.ts';
import { Note } from '../../../ui/note.tsx';

/** Says what failed beside the form: these pages have no toasts. Nothing where nothing failed. */
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
