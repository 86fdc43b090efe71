import { requestStoryboard, toTileStyle } from '@kinora/player/storyboard';
import { type CSSProperties, useEffect, useState } from 'react';
import classes from './cover-preview.module.css';

type Props = { storyboardUrl: string; durationSeconds: number };

/** So many moments stand for the whole video, one after the other. */
const MOMENTS = 12;
const MOMENT_MS = 500;

type Shown = { style: CSSProperties; count: number };

/** Goes through the moments of a video, again and again, with a line that says how far it is. */
export function CoverPreview({ storyboardUrl, durationSeconds }: Props) {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const leaving = new AbortController();
    void play(storyboardUrl, durationSeconds, { signal: leaving.signal, show: setShown });
    return () => leaving.abort();
  }, [storyboardUrl, durationSeconds]);
  if (!shown) return null;
  return (
    <span className={classes.root} style={shown.style} aria-hidden>
      <span className={classes.line} style={{ width: `${(shown.count / MOMENTS) * 100}%` }} />
    </span>
  );
}

type Playing = { signal: AbortSignal; show: (shown: Shown) => void };

async function play(url: string, durationSeconds: number, { signal, show }: Playing) {
  const storyboard = await requestStoryboard(url);
  const sheet = new Image();
  for (let count = 1; storyboard !== null; count = (count % MOMENTS) + 1) {
    const tile = storyboard.tileAt((durationSeconds * (count - 0.5)) / MOMENTS);
    if (sheet.src !== tile.sheetUrl) sheet.src = tile.sheetUrl;
    // A sheet that can't be had leaves the cover as it is.
    const isLoaded = await sheet.decode().then(
      () => true,
      () => false,
    );
    if (signal.aborted || !isLoaded) return;
    show({ style: toTileStyle(tile, sheet), count });
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    if (signal.aborted) return;
  }
}
