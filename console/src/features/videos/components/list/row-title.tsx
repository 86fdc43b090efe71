import type { VideoSummary } from '@kinora/contract/videos/summary';
import { InlineEditor } from '../../../../ui/inline-edit.tsx';
import { useTitleField } from '../use-title-field.ts';
import classes from './video-cell.module.css';

type Props = { video: VideoSummary; onClose: () => void };

/** The title of a row as a field. */
export function RowTitle({ video, onClose }: Props) {
  return (
    <div className={classes.rename}>
      <InlineEditor {...useTitleField(video)} isTight onEnd={onClose} />
    </div>
  );
}
