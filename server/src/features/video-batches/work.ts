import { defineLongWork } from '../../base/long-work/define.ts';
import { changeItems, undoItems } from './actions/change.ts';
import { changeVideos } from './jobs.ts';

export const changeVideosWork = defineLongWork(changeVideos, {
  change: changeItems,
  undo: undoItems,
});
