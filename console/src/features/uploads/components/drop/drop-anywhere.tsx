import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../../../base/router/navigation.ts';
import { useFailureToast } from '../../../../base/failure-toast.ts';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { loadPart } from '../../../../base/new-version.ts';
import { useOptionalParam } from '../../../../base/router/use-address.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { carriesFiles, type Dropped, grabDropped } from '../../data/dropped.ts';

const DropOverlay = lazyPart(
  async () => (await import('./drop-overlay.tsx')).DropOverlay,
  'uploads',
);

/**
 * Files dragged over the window, whatever page is open: the overlay says where they would go. A
 * drop outside of it must not make the browser leave the console for the file.
 */
export function DropAnywhere() {
  const scope = useTeamScope();
  const tell = useFailureToast();
  const projectKey = useOptionalParam('projectKey');
  const [isOver, setOver] = useState(false);
  // Set by the overlay when it knows that the person may upload here.
  const [mayDrop, setMayDrop] = useState(false);

  const take = useEffectEvent(async (dropped: Dropped[]) => {
    if (projectKey === undefined) return;
    try {
      const { stageDropped } = await loadPart(() => import('../../data/stage-dropped.ts'));
      await stageDropped(scope.teamName, projectKey, dropped);
    } catch (error) {
      return tell(error);
    }
    await navigate({ to: paths.projectUpload(scope.teamName, projectKey) });
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(false);
    if (mayDrop && !isDialogOpen()) void take(grabDropped(event.dataTransfer));
  });
  const onDragOver = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = mayDrop && !isDialogOpen() ? 'copy' : 'none';
    if (!isDialogOpen()) setOver(true);
  });
  const onDragLeave = useEffectEvent((event: DragEvent) => {
    // Out of the window; inside it the pointer only went from one element to another.
    if (event.relatedTarget === null) setOver(false);
  });

  useEffect(() => {
    const over = (event: DragEvent) => onDragOver(event);
    const drop = (event: DragEvent) => onDrop(event);
    const leave = (event: DragEvent) => onDragLeave(event);
    addEventListener('dragenter', over);
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    addEventListener('dragleave', leave);
    return () => {
      removeEventListener('dragenter', over);
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
      removeEventListener('dragleave', leave);
    };
  }, []);

  if (!isOver) return null;
  return <DropOverlay projectKey={projectKey} onDecided={setMayDrop} />;
}

function isDialogOpen(): boolean {
  return document.querySelector('[data-dialog-open]') !== null;
}
