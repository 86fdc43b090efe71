import type { Language } from '@kinora/contract/fields';
import type { PublishedVideo } from '@kinora/contract/published';
import { escapeHtml, renderAttributes } from './html.ts';
import type { PlayerPage } from './player-page.ts';

const CALENDARS = { en: 'en-GB', th: 'th-TH-u-ca-buddhist' };

/** Renders the line below the title: the team with its player's logo, the day and the length. */
export function renderFacts(page: PlayerPage, { publishedDate }: PublishedVideo): string {
  const { content, language, owner, playerOptions } = page;
  const logo = { class: 'logo', src: playerOptions.logoUrl ?? '', alt: '', height: '32' };
  const parts = [
    ...(playerOptions.logoUrl === null ? [] : [`<img${renderAttributes(logo)}>`]),
    ...(owner === null ? [] : [`<span>${escapeHtml(owner)}</span>`]),
    ...(publishedDate === null ? [] : [renderDay(publishedDate, language)]),
    ...('code' in content ? [] : [renderLength(content.stream.durationMs)]),
  ];
  return parts.length === 0 ? '' : `<p class="facts">${parts.join('\n')}</p>`;
}

function renderDay(day: string, language: Language): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const text = new Date(day).toLocaleDateString(CALENDARS[language], form);
  return `<time datetime="${escapeHtml(day)}">${escapeHtml(text)}</time>`;
}

/** HTML §2.3.5: a duration in seconds, shown as the player shows it. */
function renderLength(durationMs: number): string {
  const whole = Math.round(durationMs / 1000);
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const pad = (count: number) => String(count).padStart(2, '0');
  const text =
    hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
  return `<time datetime="PT${whole}S">${text}</time>`;
}

/** The colour of the project's player, which the browser shows around the page, and the script in it. */
export function renderBrand({ playerOptions: { color } }: PlayerPage): string {
  return color === null ? '' : `<meta${renderAttributes({ name: 'theme-color', content: color })}>`;
}
