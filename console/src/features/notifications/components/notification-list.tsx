import type { Notification } from '@kinora/contract/notifications';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { followWork } from '../../../base/followed-works.ts';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useNow } from '../../../base/use-now.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { markRead, notificationsQuery } from '../data.ts';
import { getOutcome, isKnown, type Outcome, toTarget } from '../rules.ts';
import { useLineWords } from './use-line-words.ts';
import classes from './notification-list.module.css';

const ICONS: Record<Outcome, typeof IconBell> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
};

type Props = { onFollow: () => void };

export function NotificationList({ onFollow }: Props) {
  const t = useTranslations('notifications');
  const query = useQuery(notificationsQuery(useTeamScope(), null));
  return (
    <Loaded query={query} skeleton={<Bones />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={IconBell} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          <Lines next={null} onFollow={onFollow} />
        )
      }
    </Loaded>
  );
}

function Bones() {
  return (
    <Loading>
      <div className={classes.bones}>
        {[0, 1, 2].map((line) => (
          <div key={line} className={classes.bone}>
            <Skeleton width="80%" />
            <Skeleton width="40%" height={11} />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** A page of lines, and those after it once they are asked for. */
function Lines({ next, onFollow }: Props & { next: string | null }) {
  const t = useTranslations('notifications');
  const query = useQuery(notificationsQuery(useTeamScope(), next));
  const [isLonger, setLonger] = useState(false);
  return (
    <Loaded query={query} skeleton={<Bones />}>
      {(page) => (
        <>
          <ul className={classes.list}>
            {page.data.filter(isKnown).map((line, at) => (
              <Line
                key={line.id}
                line={line}
                onFollow={onFollow}
                // The button that brought these lines is gone.
                takesFocus={next !== null && at === 0}
              />
            ))}
          </ul>
          {page.next !== null && !isLonger && (
            <div className={classes.more}>
              <Button variant="default" onClick={() => setLonger(true)}>
                {t('more')}
              </Button>
            </div>
          )}
          {page.next !== null && isLonger && <Lines next={page.next} onFollow={onFollow} />}
        </>
      )}
    </Loaded>
  );
}

type LineProps = Props & { line: Notification; takesFocus: boolean };

function Line({ line, onFollow, takesFocus }: LineProps) {
  const t = useTranslations('notifications');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const { relative, dateTime } = useFormat();
  useNow();
  const { sentence, detail } = useLineWords()(line);
  const outcome = getOutcome(line);
  const Icon = ICONS[outcome];
  const follow = () => {
    // It stays unread where this fails, which harms nothing.
    if (!line.isRead) markRead(queryClient, scope, { ids: [line.id] }).catch(() => undefined);
    const { kind, subject, failed } = line;
    // The list that it leads to shows which videos failed.
    if (kind === 'videoBatch' && subject && failed > 0)
      followWork({ teamName: scope.teamName, kind: 'video-batches', id: subject.key });
    onFollow();
  };
  return (
    <li>
      <Link
        to={toTarget(line, scope.teamName)}
        className={classes.line}
        data-unread={!line.isRead || undefined}
        {...(takesFocus && { ref: focus })}
        onClick={follow}
      >
        <span className={classes.icon} data-tone={outcome}>
          <Icon size={18} stroke={1.8} aria-hidden />
        </span>
        <span className={classes.words}>
          <span className={classes.sentence}>{sentence}</span>
          <span className={classes.about}>
            <time dateTime={line.at} title={dateTime(line.at)}>
              {relative(line.at)}
            </time>
            {detail !== null && <span className={classes.detail}>{detail}</span>}
          </span>
        </span>
        {!line.isRead && (
          <span className={classes.dot}>
            <span className="visually-hidden">{t('unread')}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
