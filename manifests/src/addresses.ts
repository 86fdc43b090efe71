import type { StreamEncryption, StreamPlace } from '@kinora/contract/stream';

/** A file at `/streams/{videoKey}/`, of the plan that is published now. */
export type VideoFile =
  | { kind: 'multivariantPlaylist' | 'dashManifest' }
  | { kind: 'progressiveFile'; height: number }
  | { kind: 'cover'; width: number | null };

/** A file at `/streams/{videoKey}/{folder}/`, of one plan. */
export type PlanFile =
  | { kind: 'mediaPlaylist' | 'iFramePlaylist'; renditionId: string }
  // 0 is the init segment; the others are numbered from 1.
  | { kind: 'segment'; renditionId: string; number: number }
  | { kind: 'storyboard'; format: 'json' | 'vtt' }
  | { kind: 'storyboardSheet'; sheet: number }
  | { kind: 'revisionCover'; width: number };

/** A file below `/streams/`. */
export type StreamTarget =
  | (VideoFile & { videoKey: string })
  | (PlanFile & { videoKey: string; folder: string });

/** A viewer requests it from a playback domain. The edge's `parseTarget` is the inverse. */
export type ViewerTarget =
  | StreamTarget
  | { kind: 'embedPage'; videoKey: string }
  | { kind: 'watchPage'; videoKey: string };

/**
 * Addresses of a plan's files, as texts below its video have them. All carry the same suffix:
 * query parameters without their mark, such as a signature that counts for all of a stream.
 */
export type Addresses = {
  /** Relative to `/streams/{videoKey}/`. */
  fromVideo: (file: PlanFile) => string;
  /** Relative to `/streams/{videoKey}/{folder}/`. */
  fromPlan: (file: PlanFile) => string;
  /** Templates of DASH, relative to `/streams/{videoKey}/`. */
  templates: { init: string; segment: string; storyboardSheet: string };
  /** Where players request licences of a key system. Null where none are given. */
  licence: (system: KeySystem) => string | null;
  /** The certificate by which players of FairPlay write their requests. */
  fairPlayCertificate: string;
};

/**
 * Creates the path and query of a target. All such addresses are written here, so that none lacks its suffix.
 */
export function createAddress(target: ViewerTarget, suffix = ''): string {
  const { videoKey } = target;
  if (target.kind === 'embedPage') return appendSuffix(`/embed/${videoKey}`, suffix);
  if (target.kind === 'watchPage') return appendSuffix(`/watch/${videoKey}`, suffix);
  const folder = 'folder' in target ? `${target.folder}/` : '';
  const query = target.kind === 'cover' && target.width !== null ? `?width=${target.width}` : '';
  return appendSuffix(`/streams/${videoKey}/${folder}${fileName(target)}${query}`, suffix);
}

/** Where licences of a stream are given. */
export type Licensing = {
  systems: readonly KeySystem[];
  /**
   * The origin of the host that gives licences, since players resolve addresses in an MPD against their page;
   * empty where none are given.
   */
  origin: string;
  /** The host whose rules hold, when licences are given at another one; else null. */
  ruleHost: string | null;
};

const EVERYWHERE: Licensing = {
  systems: ['clearkey', 'widevine', 'playready', 'fairplay'],
  origin: '',
  ruleHost: null,
};

export function createAddresses(
  place: StreamPlace,
  suffix = '',
  { systems, origin, ruleHost }: Licensing = EVERYWHERE,
): Addresses {
  const folder = getStreamFolder(place);
  const template = (name: string) =>
    appendSuffix(`${escapeTemplate(folder)}/${name}`, escapeTemplate(suffix));
  const ofLicences = (path: string) => {
    const address = `${origin}${path}?video=${place.videoKey}`;
    return appendSuffix(ruleHost === null ? address : `${address}&host=${ruleHost}`, suffix);
  };
  return {
    fromVideo: (file) => appendSuffix(`${folder}/${fileName(file)}`, suffix),
    fromPlan: (file) => appendSuffix(fileName(file), suffix),
    templates: {
      init: template(getSegmentName('$RepresentationID$', 0)),
      segment: template(getSegmentName('$RepresentationID$', '$Number$')),
      storyboardSheet: template(getSheetName('$Number$')),
    },
    licence: (system) => (systems.includes(system) ? ofLicences(LICENCE_PATHS[system]) : null),
    fairPlayCertificate: ofLicences(CERTIFICATE_PATH),
  };
}

export type KeySystem = Extract<StreamEncryption, { method: 'cbcs' }>['systems'][number];

/** Answer players, by the system that they decrypt with. */
export const LICENCE_PATHS: Readonly<Record<KeySystem, string>> = {
  clearkey: '/licenses/clear-key',
  widevine: '/licenses/widevine',
  fairplay: '/licenses/fair-play',
  playready: '/licenses/play-ready',
};

export const CERTIFICATE_PATH = `${LICENCE_PATHS.fairplay}/certificate`;

/** Takes what players report of how playing goes. */
export const PLAYBACK_REPORT_PATH = '/playback-reports';

export function createPlaybackReportAddress(videoKey: string): string {
  return `${PLAYBACK_REPORT_PATH}?video=${videoKey}`;
}

/** All of a video's stream lies below it. */
export function getVideoPath(videoKey: string): string {
  return `/streams/${videoKey}/`;
}

/** Where an address stands in its stream, as rules about signatures see it. */
export type StreamPosition = {
  /** The folder of the plan that the address names; null where it names none. */
  folder: string | null;
  /** All of the video's stream lies below it. */
  videoPath: string;
  /** The file leads to the whole stream. */
  isMain: boolean;
  /** Paths of the files that lead here, and no further than this one's sisters. */
  listedBy: readonly string[];
};

/** @param target of a page, or of a licence, the key alone */
export function getPosition(target: StreamTarget | { videoKey: string }): StreamPosition {
  const videoPath = getVideoPath(target.videoKey);
  if (!('kind' in target)) return { folder: null, videoPath, isMain: false, listedBy: [] };
  const isMain = target.kind === 'multivariantPlaylist' || target.kind === 'dashManifest';
  if (!('folder' in target)) return { folder: null, videoPath, isMain, listedBy: [] };
  const { folder } = target;
  const toPath = (file: PlanFile) => `${videoPath}${folder}/${fileName(file)}`;
  return { folder, videoPath, isMain, listedBy: listLists(target).map(toPath) };
}

function listLists(file: PlanFile): PlanFile[] {
  if (file.kind === 'segment') {
    const { renditionId } = file;
    return [
      { kind: 'mediaPlaylist', renditionId },
      { kind: 'iFramePlaylist', renditionId },
    ];
  }
  if (file.kind !== 'storyboardSheet') return [];
  return [
    { kind: 'storyboard', format: 'json' },
    { kind: 'storyboard', format: 'vtt' },
  ];
}

/** Returns the first part of an address below `/streams/{videoKey}/`. */
export function getStreamFolder({ folder, revisionKey }: Omit<StreamPlace, 'videoKey'>): string {
  return folder ?? revisionKey;
}

/** Returns the last part of a file's address, and of its key in storage. */
export function fileName(file: VideoFile | PlanFile): string {
  switch (file.kind) {
    case 'multivariantPlaylist':
      return 'playlist.m3u8';
    case 'dashManifest':
      return 'manifest.mpd';
    case 'progressiveFile':
      return `${file.height}p.mp4`;
    case 'cover':
      return 'cover.jpg';
    case 'mediaPlaylist':
      return `${file.renditionId}.m3u8`;
    case 'iFramePlaylist':
      return `${file.renditionId}-iframes.m3u8`;
    case 'segment':
      return getSegmentName(file.renditionId, file.number);
    case 'storyboard':
      return `storyboard.${file.format}`;
    case 'storyboardSheet':
      return getSheetName(file.sheet);
    case 'revisionCover':
      return `cover-${file.width}.jpg`;
  }
}

function getSegmentName(renditionId: string, number: number | '$Number$'): string {
  return `${renditionId}/${number === 0 ? 'init.mp4' : `${number}.m4s`}`;
}

function getSheetName(sheet: number | '$Number$'): string {
  return `storyboard-${sheet}.jpg`;
}

function appendSuffix(address: string, suffix: string): string {
  if (suffix === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${suffix}`;
}

/** ISO/IEC 23009-1 §5.3.9.4.4: `$` begins an identifier, `$$` is one. */
function escapeTemplate(text: string): string {
  return text.replaceAll('$', '$$$$');
}
