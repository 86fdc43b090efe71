import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { usePreferences } from '../../../../base/preferences.ts';
import { navigate } from '../../../../base/router/navigation.ts';
import { paths } from '../../../../paths.ts';
import type { UploadItem } from '../../data/store.ts';
import { isMine } from '../../data/transfers.ts';
import { findEnded, type Outcome } from '../../rules/notices.ts';

/** A later notice takes the place of an earlier one, so that fifty videos are one. */
const TAG = 'kinora-uploads';

type Ended = { item: UploadItem; outcome: Outcome };

/** Notifies people who wish it, and who look elsewhere, of how this tab's uploads ended. */
export function useNotices(items: readonly UploadItem[]): void {
  const t = useTranslations('uploads.notices');
  const isOn = usePreferences().notices === 'on';
  const before = useRef(items);
  // Since the person looked last.
  const unseen = useRef<Ended[]>([]);

  const notice = useEffectEvent((now: readonly UploadItem[]) => {
    const ended = findEnded(before.current, now).filter(({ item }) => isMine(item));
    before.current = now;
    if (ended.length === 0 || !isOn || document.hasFocus()) return;
    unseen.current = [...unseen.current, ...ended];
    for (const outcome of ['failed', 'ready'] as const) {
      const some = unseen.current.filter((each) => each.outcome === outcome);
      const [first] = some;
      if (!first || !ended.some((each) => each.outcome === outcome)) continue;
      show(t(outcome, { count: some.length, title: first.item.settings.title }), outcome, some);
    }
  });
  useEffect(() => notice(items), [items]);
  useEffect(() => {
    const forget = () => {
      unseen.current = [];
    };
    addEventListener('focus', forget);
    return () => removeEventListener('focus', forget);
  }, []);
}

function show(text: string, outcome: Outcome, ended: readonly Ended[]): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const notice = new Notification(text, { tag: `${TAG}-${outcome}`, icon: '/favicon.svg' });
  notice.addEventListener('click', () => {
    window.focus();
    notice.close();
    const [first] = ended;
    if (!first) return;
    const { teamName, projectKey, key } = first.item;
    const to =
      ended.length === 1
        ? paths.video(teamName, projectKey, key)
        : paths.project(teamName, projectKey);
    void navigate({ to });
  });
}
