import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';

/**
 * Creates a reader of `data:…;base64,…`, as which Shaka Player passes itself the clear keys. Its
 * DASH build has none.
 */
export function createDataUriScheme({ util }: typeof shaka): shaka.extern.SchemePlugin {
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
