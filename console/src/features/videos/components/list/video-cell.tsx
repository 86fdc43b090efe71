import type { VideoSummary } from '@kinora/contract/videos/summary';
import type { Tag } from '@kinora/contract/videos/tags';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { Link } from '../../../../ui/link.tsx';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { getVideoLink, shortenKey, shortenTitle } from '../../rules/row.ts';
import { Cover } from './cover.tsx';
import { isUploading } from '../../rules/state.ts';
import { useVideoCopy } from './use-video-copy.ts';
import classes from './video-cell.module.css';

const TAGS_SHOWN = 2;

// A field and its buttons.
const RowTitle = lazyPart(
  async () => (await import('./row-title.tsx')).RowTitle,
  'videos',
  'videos.detail',
);

type Props = {
  video: VideoSummary;
  fromAll: boolean;
  isCard: boolean;
  isRenamed: boolean;
  /** The new title is stored, or the old one kept. */
  onRenamed: () => void;
};

/** Cover, title, tags and key of a video; the whole row leads where its title does. */
export function VideoCell({ video, fromAll, isCard, isRenamed, onRenamed }: Props) {
  const { teamName } = useTeamScope();
  const t = useTranslations('videos.list');
  const format = useFormat();
  const copy = useVideoCopy();
  const shown = shortenTitle(video.title);
  const isCut = shown !== video.title;
  const [isLookedAt, setLookedAt] = useState(false);
  const leave = () => setLookedAt(false);
  return (
    <div
      className={classes.root}
      onPointerEnter={({ pointerType }) => setLookedAt(pointerType === 'mouse')}
      onPointerLeave={leave}
      onFocus={({ target }) => setLookedAt(target.matches(':focus-visible'))}
      onBlur={leave}
    >
      <span className={classes.cover}>
        <Cover video={video} isCard={isCard} isLookedAt={isLookedAt} />
      </span>
      <div className={classes.words}>
        {isRenamed ? (
          <RowTitle video={video} onClose={onRenamed} />
        ) : (
          <Tooltip label={video.title} disabled={!isCut} multiline maw={380}>
            <Link {...getVideoLink(teamName, video, fromAll)} className={classes.title}>
              {isCut && <span className="visually-hidden">{video.title}</span>}
              {/* The dots stay with the last word. */}
              <span aria-hidden={isCut}>{shown.replace(/ \.{3}$/, '\u00a0...')}</span>
            </Link>
          </Tooltip>
        )}
        <span className={classes.second}>
          <time
            className={classes.date}
            dateTime={video.createdAt}
            data-beside-project={fromAll || undefined}
            data-uploading={isUploading(video) || undefined}
          >
            {format.date(video.createdAt)}
          </time>
          <Tags tags={video.tags} />
          <button
            type="button"
            className={classes.key}
            title={video.key}
            aria-label={t('copyKey', { key: shortenKey(video.key) })}
            onClick={() => void copy(video, 'key')}
          >
            <span translate="no">{shortenKey(video.key)}</span>
            <IconCopy size={14} stroke={1.7} aria-hidden />
          </button>
        </span>
      </div>
    </div>
  );
}

function Tags({ tags }: { tags: readonly Tag[] }) {
  const t = useTranslations('videos.list');
  const format = useFormat();
  const rest = tags.slice(TAGS_SHOWN);
  return (
    <>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag.id} className={classes.tag} title={tag.name}>
          {tag.name}
        </span>
      ))}
      {rest.length > 0 && (
        <span
          className={`${classes.tag} ${classes.more}`}
          title={t('moreTags', {
            count: rest.length,
            names: format.list(rest.map((tag) => tag.name)),
          })}
        >
          +{format.number(rest.length)}
        </span>
      )}
    </>
  );
}
