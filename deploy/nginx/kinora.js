// Answers for nginx: may this viewer have this file, and where does it lie? It says yes only where it is
// sure. Everything else, every refusal too, is the business of the edge behind it, which judges anew:
// a request that this file reads too strictly is slower, and never wrong.
//
// It runs once a request, in the interpreter of nginx (njs 0.7 and later), so it is written for that:
// no classes, no destructuring, and what can be read once is read once. `kinora_facts` is what
// `edge/src/nginx/facts.ts` compiles of the published documents: sets are objects, as arrays of such
// an object have no methods.
import crypto from 'crypto';
import fs from 'fs';

// Both are of one spelling each, as `edge/src/target.ts` has them.
const OF_PLAN =
  /^\/streams\/([A-Za-z0-9_-]{1,64})\/([A-Za-z0-9_-]{1,64})\/([av][0-9a-z-]{1,30})(?:\/(?:init\.mp4|([1-9][0-9]{0,6})\.m4s)|(\.m3u8))$/;
const OF_VIDEO =
  /^\/streams\/([A-Za-z0-9_-]{1,64})\/(?:(playlist\.m3u8|manifest\.mpd)|([1-9][0-9]{1,4})p\.mp4)$/;
// The order and the spelling in which our own addresses carry a signature (`sign/src/signature-forms.ts`).
const SIGNED =
  /^x_key_id=([A-Za-z0-9_-]{1,64})&x_expires=([1-9][0-9]{0,11})&x_path_prefix=(\/streams\/[A-Za-z0-9_-]{1,64}\/)&x_signature=([A-Za-z0-9_-]{43})$/;
// Fewer than `playback-rules/src/websites.ts` reads.
const WEBSITE = /^https?:\/\/([a-z0-9.-]*[a-z0-9])(?::[0-9]+)?(?:\/|$)/;

const RANGE = /^bytes=([0-9]{1,15})-([0-9]{0,15})$/;
// As in `edge/src/caching.ts`.
const SIGNED_SEC = 60;

/**
 * Finds the internal address of what is requested; '' where the edge is to answer. What the answer
 * needs beside the file is left in variables of nginx.
 */
function findWay(r) {
  const variables = r.variables;
  const host = (variables.http_host || '').toLowerCase();
  const channel = kinora_facts.hosts[host];
  if (channel === undefined || channel.host !== host) return '';

  const address = variables.request_uri;
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  const ofPlan = OF_PLAN.exec(path);
  const parts = ofPlan || OF_VIDEO.exec(path);
  if (parts === null) return '';
  const key = parts[1];
  const video = kinora_facts.videos[key];
  // The interpreter's own properties have names too, which are no videos.
  if (video === undefined || video.key !== key) return '';
  if (video.teamId !== channel.teamId || video.channels[channel.channelId] !== 1) return '';
  const range = variables.http_range;
  if (ofPlan && range !== undefined) return '';
  const file = ofPlan ? findOfPlan(video, parts, path) : findOfVideo(video, parts, range);
  if (file === null) return '';

  const pass = findPass(channel, video, host, query, variables);
  if (pass === null) return '';
  variables.kinora_cache = getCacheControl(pass, file.isForEver);
  if (!file.isText) {
    variables.kinora_etag = '"' + file.way.slice(file.way.indexOf('/', 1) + 1) + '"';
    return file.way;
  }
  if (pass.suffix === '') return '/-text/plain/' + file.way;
  variables.kinora_suffix =
    path.slice(-4) === '.mpd' ? pass.suffix.split('&').join('&amp;') : pass.suffix;
  variables.kinora_cookie =
    'kinora_pass_' +
    key +
    '=' +
    pass.suffix +
    '; Path=/streams/' +
    key +
    '/; Max-Age=' +
    pass.leftSec +
    '; HttpOnly; ' +
    kinora_facts.cookie;
  return '/-text/signed/' + file.way;
}

/** A segment, or a rendition's playlist. */
function findOfPlan(video, parts, path) {
  if (parts[2] !== video.folder) return null;
  const rendition = parts[3];
  const count = video.segments[rendition];
  if (typeof count !== 'number') return null;
  if (parts[5] !== undefined) {
    return {
      way: video.key + '/' + video.texts + '/' + rendition + '.m3u8',
      isText: true,
      isForEver: false,
    };
  }
  if (parts[4] !== undefined && Number(parts[4]) > count) return null;
  return {
    way: (rendition[0] === 'v' ? '/-video' : '/-audio') + path,
    isText: false,
    isForEver: true,
  };
}

/** A main playlist, or a whole file. */
function findOfVideo(video, parts, range) {
  if (parts[2] !== undefined) {
    // Texts are sent whole.
    if (range !== undefined) return null;
    if (parts[2] === 'manifest.mpd' && !video.hasDash) return null;
    return { way: video.key + '/' + video.texts + '/' + parts[2], isText: true, isForEver: false };
  }
  const sizeBytes = video.sizes[parts[3]];
  if (typeof sizeBytes !== 'number') return null;
  const path = 'streams/' + video.key + '/' + video.folder + '/' + parts[3] + 'p.mp4';
  if (range === undefined) return { way: '/-video/' + path, isText: false, isForEver: false };
  // What can't be satisfied is the edge's to say.
  const wanted = RANGE.exec(range);
  if (wanted === null || Number(wanted[1]) >= sizeBytes) return null;
  if (wanted[2] !== '' && Number(wanted[2]) < Number(wanted[1])) return null;
  return { way: '/-parts/' + path, isText: false, isForEver: false };
}

/**
 * Who may watch: `{ suffix, leftSec, holdsFor }`, or null where the edge is to say. `holdsFor` is what
 * `playback-rules/src/judge-playback.ts` calls so.
 */
function findPass(channel, video, host, query, variables) {
  const pass = { suffix: '', leftSec: 0, holdsFor: 'everyone' };
  const isRestricted = channel.policy !== 'allowAll' || video.countries !== null;
  if (channel.required) {
    const given = SIGNED.exec(query);
    if (given === null) return null;
    const prefix = '/streams/' + video.key + '/';
    if (given[3] !== prefix) return null;
    const secret = channel.secrets['key ' + given[1]];
    if (secret === undefined) return null;
    pass.leftSec = Math.floor(Number(given[2]) - Date.now() / 1000);
    if (pass.leftSec < 1) return null;
    const lines = 'GET\n' + host + '\n' + prefix + '\n' + given[2];
    // One of 2^256 that nobody can steer: how long the comparison takes tells nothing of the rest.
    if (crypto.createHmac('sha256', secret).update(lines).digest('base64url') !== given[4])
      return null;
    pass.suffix = query;
    pass.holdsFor = 'address';
  } else if (isRestricted) {
    // A pass of the console's own may let its holder through, which the edge can tell.
    if (query.indexOf('x_') >= 0) return null;
    const cookie = variables.http_cookie;
    if (cookie !== undefined && cookie.indexOf('kinora_pass') >= 0) return null;
  }
  if (!isRestricted) return pass;
  if (channel.policy !== 'allowAll' && !isOnAllowedSite(channel, host, variables)) return null;
  if (video.countries !== null && !isInAllowedCountry(video.countries, variables)) return null;
  pass.holdsFor = 'viewer';
  return pass;
}

function isOnAllowedSite(channel, host, variables) {
  const isBlockList = channel.policy === 'blockSome';
  let referrer = variables.http_origin;
  if (referrer === undefined) referrer = variables.http_referer;
  if (referrer === undefined) return isBlockList || channel.allowNoReferrer;
  const found = WEBSITE.exec(referrer);
  if (found === null) return false;
  const site = found[1];
  if (site === host.split(':')[0]) return true;
  return isListed(channel, site) !== isBlockList;
}

/** `*.example.com` covers the names below it, and not itself. */
function isListed(channel, site) {
  if (channel.sites[site] === 1) return true;
  for (let at = site.indexOf('.'); at >= 0; at = site.indexOf('.', at + 1)) {
    if (channel.sitesBelow[site.slice(at + 1)] === 1) return true;
  }
  return false;
}

function isInAllowedCountry(index, variables) {
  const lists = kinora_facts.countries[index];
  const code = variables.kinora_country || variables.kinora_country_of_geolite;
  if (!code) return !lists.hasAllowed;
  return (!lists.hasAllowed || lists.allow[code] === 1) && lists.deny[code] !== 1;
}

/** As `edge/src/caching.ts` has it. */
function getCacheControl(pass, isForEver) {
  if (pass.holdsFor === 'viewer') return 'private, no-cache';
  if (!isForEver) return 'public, max-age=1';
  if (pass.holdsFor === 'everyone') return 'public, max-age=31536000, immutable';
  return 'public, max-age=' + Math.min(SIGNED_SEC, pass.leftSec);
}

/** Sends a playlist whose addresses carry what this viewer's own carries. */
function sendSigned(r) {
  const name = r.uri.slice('/-text/signed/'.length);
  let text = null;
  try {
    text = fs.readFileSync(kinora_facts.signedTexts + name, 'utf8');
  } catch (error) {
    // It was written anew meanwhile.
    if (error) r.return(404);
    return;
  }
  r.headersOut['Content-Type'] =
    name.slice(-4) === '.mpd' ? 'application/dash+xml' : 'application/vnd.apple.mpegurl';
  r.return(200, text.split('KINORA-SUFFIX').join(r.variables.kinora_suffix));
}

export default { findWay, sendSigned };
