import type { Tag, VideoSummary } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Link } from '../../../../ui/link.tsx';
import { Thumbnail } from '../../../../ui/thumbnail.tsx';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { findCover, shortenKey, shortenTitle } from '../../rules/row.ts';
import classes from './video-cell.module.css';

const TAGS_SHOWN = 2;

type Props = { video: VideoSummary; fromAll: boolean };

/** Cover, title, tags and key of a video; both cover and title lead to it. */
export function VideoCell({ video, fromAll }: Props) {
  const { teamName } = useTeamScope();
  const link = {
    to: paths.video(teamName, video.project.key, video.key),
    ...(fromAll && { search: { from: 'all' } }),
  };
  const shown = shortenTitle(video.title);
  const isCut = shown !== video.title;
  return (
    <div className={classes.root}>
      <Link {...link} className={classes.cover} tabIndex={-1} aria-hidden>
        <Thumbnail
          src={findCover(video.coverImage, 104)}
          durationSeconds={video.duration}
          audioOnly={video.isAudioOnly}
        />
      </Link>
      <div className={classes.words}>
        <Tooltip label={video.title} disabled={!isCut} multiline maw={380}>
          <Link {...link} className={classes.title}>
            {isCut && <span className="visually-hidden">{video.title}</span>}
            <span aria-hidden={isCut}>{shown}</span>
          </Link>
        </Tooltip>
        <span className={classes.second}>
          <Tags tags={video.tags} />
          <span className={classes.key} title={video.key} translate="no">
            {shortenKey(video.key)}
          </span>
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
          className={classes.tag}
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
