import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import type { RowSelection } from '../../../../ui/data-table.tsx';
import {
  extend,
  getPagePart,
  isPicked,
  mayHoldEncrypted,
  NOTHING,
  type Selection,
  selectAll,
  toFilter,
  toggle,
  togglePage,
} from '../../rules/selection.ts';
import type { VideoQuery } from '../../rules/video-search.ts';

export type Selecting = {
  selection: Selection;
  /** So many are picked; of all that match only the server knows. */
  count: number | 'all';
  filter: ReturnType<typeof toFilter<VideoQuery>>;
  /** Says whether a picked video may be encrypted, given how many match. */
  mayHoldEncrypted: (total: number) => boolean;
  /** Picked whole, or so many rows. */
  page: { isWhole: boolean; count: number };
  /** Undefined where nothing on the page may be changed. */
  table: RowSelection<VideoSummary> | undefined;
  selectPage: () => void;
  selectAll: () => void;
  clear: () => void;
};

/** Holds what is picked in a list. The selection survives paging, but not another filter. */
export function useSelection(videos: readonly VideoSummary[], query: VideoQuery): Selecting {
  const t = useTranslations('videos.selection');
  const { teamName } = useTeamScope();
  const filter = toFilter(query);
  const list = JSON.stringify([teamName, filter]);
  const [kept, setKept] = useState({ list, selection: NOTHING });
  const selection = kept.list === list ? kept.selection : NOTHING;
  const set = (next: Selection) => setKept({ list, selection: next });
  const mayTick = (video: VideoSummary) => video.actions.updateVideo;
  const page = videos.filter(mayTick).map(({ key }) => key);
  const pagePart = getPagePart(selection, page);
  const table: RowSelection<VideoSummary> = {
    pageLabel: t('page'),
    rowLabel: ({ title }) => t('row', { title }),
    pagePart,
    onPage: () => set(togglePage(selection, page)),
    mayTick,
    isTicked: ({ key }) => isPicked(selection, key),
    onTick: ({ key }, withShift) => set((withShift ? extend : toggle)(selection, page, key)),
  };
  return {
    selection,
    count: selection.isAll ? 'all' : selection.picked.size,
    filter,
    mayHoldEncrypted: (total) => mayHoldEncrypted(selection, videos, total),
    page: { isWhole: pagePart === 'all', count: page.length },
    table: page.length > 0 ? table : undefined,
    selectPage: table.onPage,
    selectAll: () => set(selectAll()),
    clear: () => set(NOTHING),
  };
}
