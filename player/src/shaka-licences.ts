import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { addClearKeyBoxes, type XmlNode } from './clear-key-box.ts';
import { FAIR_PLAY, KEY_SYSTEMS, type LicencePlaces } from './licence-places.ts';
import { type Challenge, type Licensing, requestLicence } from './licence-request.ts';
import type { Problem } from './problems.ts';

type Shaka = typeof shaka;

const CLEAR_KEY = 'org.w3.clearkey';

/** Sets the addresses for licences before a manifest is loaded, and stops renewals. */
export type LicenceRequests = { set(places: LicencePlaces | null): void; stop(): void };

/** Shaka Player looks up a request's plugin by its scheme before filters are done. */
const SCHEME = 'kinora-licence';
const received = new WeakMap<shaka.extern.Request, Uint8Array<ArrayBuffer>>();

/**
 * Has a player's licences requested with tokens. Shaka Player only says that a request has failed, so we send
 * it ourselves and hand over the answer. Leases are renewed halfway to their end: by the device itself with
 * Widevine, by Shaka Player with PlayReady and FairPlay, and with ClearKey, whose keys never end, by us, who
 * then have to stop.
 */
export function requestLicences(
  { net, util }: Shaka,
  player: shaka.Player,
  licensing: Licensing,
  onProblem: (problem: Problem) => void,
): LicenceRequests {
  let urls: LicencePlaces['urls'] = {};
  let run = new AbortController();
  const { LICENSE } = net.NetworkingEngine.RequestType;
  net.NetworkingEngine.registerScheme(SCHEME, (uri, request) =>
    util.AbortableOperation.completed({
      uri,
      originalUri: uri,
      headers: {},
      originalRequest: request,
      data: received.get(request)?.buffer ?? new ArrayBuffer(0),
    }),
  );
  player.getNetworkingEngine()?.registerRequestFilter(async (type, request) => {
    const keySystem = request.uris[0]?.replace(`${SCHEME}:`, '') ?? '';
    const url = urls[keySystem];
    if (type !== LICENSE || url === undefined) return;
    const body = Uint8Array.from(util.BufferUtils.toUint8(request.body ?? new ArrayBuffer(0)));
    const { signal } = run;
    const challenge = { url, keySystem, body };
    const outcome = await requestLicence(challenge, licensing, signal);
    if (!outcome.ok) {
      if (!signal.aborted) onProblem(outcome.problem);
      throw new Error(outcome.problem.kind);
    }
    received.set(request, outcome.body);
    const { leaseSec } = outcome;
    if (leaseSec === null || signal.aborted) return;
    player.configure('drm.renewalIntervalSec', leaseSec / 2);
    if (keySystem === CLEAR_KEY) renewLater(challenge, leaseSec, { licensing, onProblem, signal });
  });
  const set = (places: LicencePlaces | null): void => {
    run.abort();
    run = new AbortController();
    urls = places?.urls ?? {};
    const names = Object.keys(urls);
    // Shaka Player would report a missing key system as an unsupported codec.
    if (places !== null) {
      void hasOneOf(names).then((isThere) => {
        if (!isThere) onProblem({ kind: 'noKeySystem', status: null });
      });
    }
    const serverCertificateUri = places?.certificateUrl;
    player.configure({
      drm: {
        servers: Object.fromEntries(names.map((name) => [name, `${SCHEME}:${name}`])),
        // Otherwise systems without an address could be preferred to those with one.
        preferredKeySystems: KEY_SYSTEMS.filter((name) => names.includes(name)),
        retryParameters: { maxAttempts: 1 },
        ...(serverCertificateUri ? { advanced: { [FAIR_PLAY]: { serverCertificateUri } } } : {}),
      },
      manifest: {
        dash: {
          manifestPreprocessorTXml: (mpd: XmlNode) => {
            // Shaka Player would prefer the manifest's addresses to those that are set.
            removeLicenceUrls(mpd);
            addClearKeyBoxes(mpd);
          },
        },
      },
    });
  };
  return { set, stop: () => run.abort() };
}

/** Requests keys again that are already present, just to learn whether they may still be used. */
function renewLater(
  challenge: Challenge,
  leaseSec: number,
  run: { licensing: Licensing; onProblem: (problem: Problem) => void; signal: AbortSignal },
): void {
  const renew = async (): Promise<void> => {
    const outcome = await requestLicence(challenge, run.licensing, run.signal);
    if (run.signal.aborted) return;
    if (!outcome.ok) run.onProblem(outcome.problem);
    else if (outcome.leaseSec !== null) renewLater(challenge, outcome.leaseSec, run);
  };
  const timer = setTimeout(() => void renew(), (leaseSec / 2) * 1000);
  run.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

function removeLicenceUrls(node: XmlNode): void {
  const children = node.children ?? [];
  node.children = children.filter(
    (child) => typeof child === 'string' || !/(?:^|:)Laurl$/.test(child.tagName),
  );
  for (const child of node.children) if (typeof child !== 'string') removeLicenceUrls(child);
}

/** Browsers have none on pages without https. */
async function hasOneOf(keySystems: readonly string[]): Promise<boolean> {
  const videoCapabilities = [{ contentType: 'video/mp4; codecs="avc1.42E01E"' }];
  for (const name of keySystems) {
    const initDataTypes = name === FAIR_PLAY ? ['skd', 'sinf', 'cenc'] : ['cenc'];
    try {
      await navigator.requestMediaKeySystemAccess(name, [{ initDataTypes, videoCapabilities }]);
      return true;
    } catch {
      // Perhaps another one.
    }
  }
  return false;
}

/** Reads what a failure of protection means for the viewer; null for any other. */
export function toProtectionProblem({ util }: Shaka, error: shaka.util.Error): Problem | null {
  const { Category, Code } = util.Error;
  if (error.code === Code.RESTRICTIONS_CANNOT_BE_MET) return toRestriction(error.data);
  if (error.category !== Category.DRM) return null;
  if (error.code === Code.EXPIRED) return { kind: 'licenceExpired', status: null };
  return { kind: 'noKeySystem', status: null };
}

/** Nothing may be shown: the keys that came are not those that are needed, or the screen is not. */
function toRestriction(data: unknown): Problem {
  const [found] = Array.isArray(data) ? (data as unknown[]) : [];
  const { restrictedKeyStatuses: statuses } = (found ?? {}) as {
    restrictedKeyStatuses?: readonly string[];
  };
  const isOutput = statuses?.some((one) => one.startsWith('output-')) ?? false;
  if (isOutput) return { kind: 'outputNotProtected', status: null };
  const isExpired = statuses?.includes('expired') ?? false;
  return { kind: isExpired ? 'licenceExpired' : 'licenceNotCovered', status: null };
}
