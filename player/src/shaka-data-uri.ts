import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';

/**
 * Reads `data:…;base64,…`, as which Shaka Player hands itself the clear keys. Its DASH build has
 * no reader for them.
 */
export function dataUriScheme({ util }: typeof shaka): shaka.extern.SchemePlugin {
  return (uri, request) => {
    const [head = '', base64 = ''] = uri.slice('data:'.length).split(',', 2);
    const binary = atob(decodeURIComponent(base64));
    return util.AbortableOperation.completed({
      uri,
      originalUri: uri,
      data: Uint8Array.from(binary, (character) => character.charCodeAt(0)),
      headers: { 'content-type': head.split(';')[0] ?? '' },
      originalRequest: request,
    });
  };
}
