// `fullscreen` stands here alone: Chromium warns of `allowfullscreen` beside it.
/** The embedded player may do this (specification 3, section 9). */
const ALLOWED = 'autoplay; encrypted-media; fullscreen; picture-in-picture; screen-wake-lock';

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

function escapeAttribute(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

export type EmbedSize =
  | { width: number; height: number }
  /** The frame is as wide as its place, with a height to match: `16 / 9`. */
  | { ratio: string };

/** HTML that shows the player in another page. The title names the frame there. */
export function createEmbedCode(embeddedUrl: string, title: string, size: EmbedSize): string {
  const isFixed = 'width' in size;
  const parts = [
    `src="${escapeAttribute(embeddedUrl)}"`,
    `title="${escapeAttribute(title)}"`,
    ...(isFixed ? [`width="${size.width}" height="${size.height}"`] : []),
    `allow="${ALLOWED}"`,
    isFixed
      ? 'style="border:0"'
      : `style="border:0;width:100%;aspect-ratio:${escapeAttribute(size.ratio)}"`,
  ];
  return `<iframe ${parts.join(' ')}></iframe>`;
}
