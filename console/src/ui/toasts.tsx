import { CloseButton } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconBellRinging,
  IconCircleCheckFilled,
  IconInfoCircleFilled,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from '../base/store.ts';
import {
  dismissToast,
  type Toast,
  TOAST_DURATION_MS,
  type ToastKind,
  toastStore,
} from '../base/toasts.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './toasts.module.css';

// Own and not @mantine/notifications: that one goes on counting while a toast has the focus and
// while the tab is hidden, and both must stop the clock (decisions, section 7; WCAG 2.2.1).

const ICONS: Record<ToastKind, typeof IconBellRinging> = {
  success: IconCircleCheckFilled,
  info: IconInfoCircleFilled,
  advanced: IconBellRinging,
  error: IconAlertTriangleFilled,
};

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** The region of toasts; F6 goes there and back. */
export function ToastRegion() {
  const t = useTranslations('ui');
  const toasts = useStore(toastStore);
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const region = useRef<HTMLElement>(null);
  useRegionKey(region);
  // Browsers send no event when an element under the pointer disappears.
  if (hovered && toasts.length === 0) setHovered(false);
  return (
    <section
      ref={region}
      className={classes.region}
      aria-label={t('notifications')}
      aria-live="polite"
      aria-relevant="additions"
      tabIndex={-1}
      // A toast that appears under a resting pointer is probably not being read, so its time goes on.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) setHovered(true);
      }}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={hidden || hovered || focused} />
      ))}
    </section>
  );
}

/** F6 moves to the region and, from inside it, back to where one was. */
function useRegionKey(region: React.RefObject<HTMLElement | null>): void {
  const before = useRef<Element>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || toastStore.get().length === 0 || !region.current) return;
      event.preventDefault();
      const focused = document.activeElement;
      const inside = region.current.contains(focused);
      const target = inside ? before.current : region.current;
      if (!inside) before.current = focused;
      // Nothing had the focus before, or it has left the page: let go.
      if (inside && focused instanceof HTMLElement) focused.blur();
      if (target instanceof HTMLElement) target.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region]);
}

/** Dismisses after the kind's time, counted only while nothing pauses it. */
function useExpiry(toast: Toast, paused: boolean): void {
  const leftMs = useRef(TOAST_DURATION_MS[toast.kind]);
  useEffect(() => {
    if (paused) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startedAt;
    };
  }, [toast.id, paused]);
}

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const t = useTranslations('ui');
  useExpiry(toast, paused);
  const Icon = ICONS[toast.kind];
  const { action, reference } = toast;
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast(toast.id)}
    >
      <Icon size={19} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{toast.title}</p>
        {toast.detail !== undefined && <p className={classes.detail}>{toast.detail}</p>}
        {reference !== undefined && reference !== '' && (
          <p className={classes.reference}>
            {reference}
            <CopyButton value={reference} label={t('copyReference')} small />
          </p>
        )}
        {action && (
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              dismissToast(toast.id);
              action.onSelect();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <CloseButton size="sm" aria-label={t('dismiss')} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
