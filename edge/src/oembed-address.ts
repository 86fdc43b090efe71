/** Creates the address that answers with the oEmbed of a page. */
export function createOembedAddress(origin: string, page: string): string {
  return `${origin}/oembed?url=${encodeURIComponent(page)}&format=json`;
}
