import type {
  RuleReason,
  PublishedProject,
  PublishedTeam,
  PublishedVideo,
} from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import { DOCUMENT_RULES, onChannel } from './document-rules.ts';
import {
  ALLOWED,
  type Channel,
  type Finding,
  type Found,
  type HoldsFor,
  NOT_APPLICABLE,
  type Pass,
  refuse,
  type Requested,
  type Rule,
  type Viewer,
  type ViewerRule,
} from './rule.ts';
import { checkSignature } from './signatures.ts';
import { TEAM_KEY_ID, TEAM_MARK } from './signature-forms.ts';
import { VIEWER_RULES } from './viewer-rules.ts';

/** A document that does not exist is null. */
export type Documents = {
  channel: Channel | null;
  video: PublishedVideo | null;
  project: PublishedProject | null;
  team: PublishedTeam | null;
};

export type Verdict = {
  rule: string;
  verdict: Finding['verdict'];
  /** The reason of a refusal, else null. */
  reason: RuleReason | null;
};

export type Judgement = {
  /** The verdict of every rule, in the order in which they count: the first refusal decides. */
  verdicts: Verdict[];
  /** A decision that holds for one viewer must not be shown to others. */
  holdsFor: HoldsFor;
  /** Seconds until a rule may decide otherwise; null where none has said when. */
  leftSec: number | null;
  /** The signature that let the viewer in; null where none was needed. */
  pass: Pass | null;
  /** The websites that may show the video; null when no rule about websites applies to this request. */
  website: Channel['website'] | null;
} & (
  | { isAllowed: true; video: PublishedVideo; stream: StreamDescription }
  | {
      isAllowed: false;
      reason: RuleReason;
      /** The video, where this viewer only has to wait for it. */
      awaited: PublishedVideo | null;
    }
);

/**
 * Rules about viewers come before those about the video, so that refused viewers learn nothing about it. The
 * check that the channel has the video comes first.
 */
export const RULES: readonly Rule[] = [onChannel, ...VIEWER_RULES, ...DOCUMENT_RULES];

const FOUND = 'found';

/** In the order of verdicts. */
export const RULE_NAMES: readonly string[] = [FOUND, ...RULES.map(({ name }) => name)];

/** @param teamKey signs the console's own addresses, which rules about viewers don't concern */
export function judgePlayback(
  requested: Requested,
  viewer: Viewer,
  documents: Documents,
  teamKey: Uint8Array,
  rules = RULES,
): Judgement {
  const { channel, video, project, team } = documents;
  if (!channel || !video || channel.teamId !== video.teamId) {
    const others = rules.map(({ name }) => toVerdict(name, NOT_APPLICABLE));
    const reason = 'video_not_found';
    const verdicts = [toVerdict(FOUND, refuse(reason)), ...others];
    return {
      verdicts,
      holdsFor: 'public',
      leftSec: null,
      pass: null,
      website: null,
      awaited: null,
      isAllowed: false,
      reason,
    };
  }
  return decide(rules, { channel, video, project, team }, requested, viewer, teamKey);
}

function decide(
  rules: readonly Rule[],
  found: Found,
  requested: Requested,
  viewer: Viewer,
  teamKey: Uint8Array,
): Judgement {
  const verdicts = [toVerdict(FOUND, ALLOWED)];
  const seen: { holdsFor: HoldsFor; pass: Pass | null } = { holdsFor: 'public', pass: null };
  let untilMs = Infinity;
  const record = (rule: Rule, finding: Finding) => {
    if ('untilMs' in finding) untilMs = Math.min(untilMs, finding.untilMs ?? Infinity);
    verdicts.push(toVerdict(rule.name, finding));
  };
  let ofTeam: ReturnType<ViewerRule['judge']> | null | undefined;
  for (const rule of rules) {
    if (rule.looksAt === 'documents') {
      record(rule, rule.judge(found, requested, viewer.atMs));
    } else if (!rule.appliesTo(found, requested)) {
      record(rule, NOT_APPLICABLE);
    } else {
      if (ofTeam === undefined) ofTeam = findTeamPass(found, requested, viewer, teamKey);
      // Only these rules get the viewer, so no rule can look at it without being counted here.
      const finding = ofTeam ?? rule.judge(found, requested, viewer);
      const isAddress = 'holdsFor' in finding && seen.holdsFor !== 'viewer';
      seen.holdsFor = isAddress ? 'address' : 'viewer';
      if ('pass' in finding && finding.pass) seen.pass = finding.pass;
      record(rule, finding);
    }
  }
  const website = ofTeam ? null : found.channel.website;
  const leftMs = Math.max(0, untilMs - viewer.atMs);
  const leftSec = leftMs === Infinity ? null : Math.floor(leftMs / 1000);
  return toJudgement(found.video, { verdicts, ...seen, leftSec, website });
}

const teamSecrets = new WeakMap<Uint8Array, ReadonlyMap<string, Uint8Array>>();

function toSecrets(teamKey: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const secrets = teamSecrets.get(teamKey) ?? new Map([[TEAM_KEY_ID, teamKey]]);
  teamSecrets.set(teamKey, secrets);
  return secrets;
}

/** A member of the team is let through by every rule about viewers. */
function findTeamPass(
  { channel }: Found,
  requested: Requested,
  viewer: Viewer,
  teamKey: Uint8Array,
): ReturnType<ViewerRule['judge']> | null {
  if (!requested.query.includes(TEAM_MARK) && !viewer.cookie?.includes(TEAM_MARK)) return null;
  const checked = checkSignature(toSecrets(teamKey), channel, requested, viewer);
  if (!checked.isValid) return null;
  const { pass, expiresAtMs: untilMs, isFromQuery } = checked;
  return { ...ALLOWED, untilMs, pass, ...(isFromQuery ? { holdsFor: 'address' } : {}) };
}

function toJudgement(
  video: PublishedVideo,
  judged: Pick<Judgement, 'verdicts' | 'holdsFor' | 'leftSec' | 'pass' | 'website'>,
): Judgement {
  const reason = judged.verdicts.find(({ verdict }) => verdict === 'refused')?.reason;
  if (reason) {
    const awaited = reason === 'video_not_ready' ? video : null;
    return { ...judged, isAllowed: false, reason, awaited };
  }
  // The rule `ready` refuses a video without a stream.
  if (!video.stream) {
    return { ...judged, isAllowed: false, reason: 'video_not_ready', awaited: video };
  }
  return { ...judged, isAllowed: true, video, stream: video.stream };
}

function toVerdict(rule: string, finding: Finding): Verdict {
  const reason = finding.verdict === 'refused' ? finding.reason : null;
  return { rule, verdict: finding.verdict, reason };
}
