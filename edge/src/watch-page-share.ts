import { createEmbedCode } from '@kinora/contract/embed-code';
import type { PublishedVideo } from '@kinora/contract/published';
import en from '@kinora/i18n/en/watch' with { type: 'json' };
import th from '@kinora/i18n/th/watch' with { type: 'json' };
import { createAddress } from '@kinora/manifests/addresses';
import { escapeHtml, renderAttributes } from './html.ts';
import type { PlayerPage } from './player-page.ts';
import { getSize } from './video-size.ts';

const WORDS = { en, th };

/** They take the address of a page at the end of their own; no script of theirs is loaded. */
const TARGETS = [
  ['LINE', 'https://social-plugins.line.me/lineit/share?url='],
  ['Facebook', 'https://www.facebook.com/sharer/sharer.php?u='],
] as const;

/**
 * Renders what hands the page on. Links work without a script; buttons have their place from the start,
 * so that nothing moves, and are shown by it.
 */
export function renderShare(page: PlayerPage, { title }: PublishedVideo): string {
  const { content, language, origin, videoKey, suffix } = page;
  const words = WORDS[language];
  const of = (kind: 'watchPage' | 'embedPage') =>
    origin + createAddress({ kind, videoKey }, suffix);
  const links = TARGETS.map(([name, prefix]) => {
    const href = prefix + encodeURIComponent(of('watchPage'));
    const opened = { target: '_blank', rel: 'noopener noreferrer' };
    return `<a${renderAttributes({ href, 'data-prefix': prefix, ...opened })}>${name}</a>`;
  });
  // A video that is awaited has no size yet.
  const size = 'code' in content ? { width: 16, height: 9 } : getSize(content.stream);
  const code = createEmbedCode(of('embedPage'), title, { ratio: `${size.width} / ${size.height}` });
  const said = { role: 'status', 'data-said': words.copied };
  return `<div class="actions">
<details class="share">
<summary>${escapeHtml(words.share)}</summary>
<div class="panel">
<div class="targets">${links.join('\n')}</div>
<label for="embed">${escapeHtml(words.embedCode)}</label>
<input${renderAttributes({ id: 'embed', type: 'text', readonly: '', value: code })}>
${renderCopy('#embed', words.copyEmbedCode, words.copied)}
</div>
</details>
${renderCopy('', words.copyLink, words.copied)}
<p${renderAttributes(said)}></p>
</div>`;
}

/** Renders a button that copies a field's value, or the page's address. */
function renderCopy(field: string, label: string, copied: string): string {
  return `<button${renderAttributes({ type: 'button', 'data-copy': field, 'data-waits': '' })}>\
<span>${escapeHtml(label)}</span><span>${escapeHtml(copied)}</span></button>`;
}
