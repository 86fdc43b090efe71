import type { EdgeReason, PublishedChannel, PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import { DOCUMENT_RULES } from './document-rules.ts';
import {
  ALLOWED,
  type Requested,
  type Finding,
  type Found,
  NOT_APPLICABLE,
  refuse,
  type Rule,
  type Viewer,
} from './rule.ts';

/** A document that does not exist is null. */
export type Documents = { channel: PublishedChannel | null; video: PublishedVideo | null };

export type Verdict = {
  rule: string;
  verdict: Finding['verdict'];
  /** The reason of a refusal, else null. */
  reason: EdgeReason | null;
};

export type Judgement = {
  /** The verdict of every rule, in the order in which they count: the first refusal decides. */
  verdicts: Verdict[];
  /** A decision that holds for one viewer must not be shown to others. */
  holdsFor: 'everyone' | 'viewer';
  /** Query parameters that addresses in the answer carry on. */
  suffix: string;
} & (
  | { isAllowed: true; video: PublishedVideo; stream: StreamDescription }
  | {
      isAllowed: false;
      reason: EdgeReason;
      /** The video, where this viewer only has to wait for it. */
      awaited: PublishedVideo | null;
    }
);

/** Rules about viewers stand first: a viewer that they refuse learns nothing of the video. */
const RULES: readonly Rule[] = DOCUMENT_RULES;

/**
 * Decides whether something may be watched, with the verdict of each rule. On a team's domain the
 * videos of other teams don't exist, also when they are deleted: their keys reveal nothing there.
 */
export function judgePlayback(
  requested: Requested,
  viewer: Viewer,
  documents: Documents,
  rules = RULES,
): Judgement {
  const { channel, video } = documents;
  if (!channel || !video || channel.teamId !== video.teamId) {
    const others = rules.map(({ name }) => toVerdict(name, NOT_APPLICABLE));
    const reason = 'video_not_found';
    const verdicts = [toVerdict(FOUND, refuse(reason)), ...others];
    return { verdicts, holdsFor: 'everyone', suffix: '', isAllowed: false, reason, awaited: null };
  }
  return decide(rules, { channel, video }, requested, viewer);
}

const FOUND = 'found';

function decide(
  rules: readonly Rule[],
  found: Found,
  requested: Requested,
  viewer: Viewer,
): Judgement {
  const verdicts = [toVerdict(FOUND, ALLOWED)];
  const suffixes: string[] = [];
  let holdsFor: Judgement['holdsFor'] = 'everyone';
  for (const rule of rules) {
    if (rule.looksAt === 'documents') {
      verdicts.push(toVerdict(rule.name, rule.judge(found, requested)));
    } else if (!rule.appliesTo(found, requested)) {
      verdicts.push(toVerdict(rule.name, NOT_APPLICABLE));
    } else {
      // Only these rules get the viewer, so no rule can look at it without being counted here.
      holdsFor = 'viewer';
      const finding = rule.judge(found, requested, viewer);
      if ('suffix' in finding && finding.suffix) suffixes.push(finding.suffix);
      verdicts.push(toVerdict(rule.name, finding));
    }
  }
  const judged = { verdicts, holdsFor, suffix: suffixes.join('&') };
  const reason = verdicts.find(({ verdict }) => verdict === 'refused')?.reason;
  const { video } = found;
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
