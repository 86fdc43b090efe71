import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../../../base/router/navigation.ts';
import { useFailureToast } from '../../../../base/failure-toast.ts';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { loadPart } from '../../../../base/new-version.ts';
import { useOptionalParam } from '../../../../base/router/use-address.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { useStore } from '../../../../base/store.ts';
import { uploadWish } from '../../../../base/upload-wish.ts';
import { carriesFiles, type Dropped, grabDropped } from '../../data/dropped.ts';
import type { DropTarget } from '../../rules/upload-target.ts';

const DropOverlay = lazyPart(
  async () => (await import('./drop-overlay.tsx')).DropOverlay,
  'uploads',
);

const ChooseProject = lazyPart(
  async () => (await import('../choose/choose-project.tsx')).ChooseProject,
  'uploads',
  'projects',
);

const NOTHING: readonly Dropped[] = [];

/**
 * Files dragged over the window, whatever page is open: the overlay says where they would go, and
 * where no project is open the person says so after the drop. A drop outside of it must not make the
 * browser leave the console for the file.
 */
export function DropAnywhere() {
  const scope = useTeamScope();
  const showFailure = useFailureToast();
  const projectKey = useOptionalParam('projectKey');
  const isWished = useStore(uploadWish);
  const [isOver, setOver] = useState(false);
  // Set by the overlay once it knows where the person may upload.
  const [target, setTarget] = useState<DropTarget>();
  // Dropped before that was known.
  const [early, setEarly] = useState(NOTHING);
  // They wait for their project.
  const [dropped, setDropped] = useState(NOTHING);

  const take = async (taken: readonly Dropped[], to: DropTarget) => {
    if (to === null) return;
    if (to === 'choose') return setDropped(taken);
    try {
      const { stageDropped } = await loadPart(() => import('../../data/stage-dropped.ts'));
      await stageDropped(scope.teamName, to.projectKey, taken);
    } catch (error) {
      return showFailure(error);
    }
    await navigate({ to: paths.projectUpload(scope.teamName, to.projectKey) });
  };
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(false);
    if (target === null || isDialogOpen()) return;
    const taken = grabDropped(event.dataTransfer);
    if (target === undefined) setEarly(taken);
    else void take(taken, target);
  });
  const hasEarly = early.length > 0;
  const onDragOver = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = target !== null && !isDialogOpen() ? 'copy' : 'none';
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

  return (
    <>
      {(isOver || hasEarly) && (
        <DropOverlay
          projectKey={projectKey}
          hasDropped={hasEarly}
          onDecided={setTarget}
          onSettled={(to) => {
            setEarly(NOTHING);
            void take(early, to);
          }}
          onClose={() => setEarly(NOTHING)}
        />
      )}
      <ChooseProject
        opened={isWished || dropped.length > 0}
        dropped={dropped}
        onClose={() => {
          uploadWish.set(false);
          setDropped(NOTHING);
        }}
      />
    </>
  );
}

function isDialogOpen(): boolean {
  return document.querySelector('[data-dialog-open]') !== null;
}
