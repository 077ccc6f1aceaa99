/** Answers /visibility audit: who changed what, when, and the outcome. */
import { entryOf } from '../../words/nearest.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, rows } from '../page.ts';
import { beside, bold, channel, say, type Text, user } from '../text.ts';
import { momentIn } from '../times.ts';

/** One write; `at` in epoch ms. `isGone`: the project was removed since. `feed` is set if the subject is one. */
export type AuditLine = {
  at: number;
  person: string;
  action: string;
  project?: string | undefined;
  isGone?: boolean | undefined;
  feed?: { kind: string; channel: string } | undefined;
  subject: string;
  to?: string | undefined;
  /** Empty if the action says all. */
  outcome: string;
};

/** One page of `total` changes. Times are written as the days in the outcomes are. */
export function auditPage(lines: readonly AuditLine[], total: number, timezone: string): Page {
  return page(
    headline(bold(`Audit: ${total === 0 ? 'nobody has changed anything yet' : count(total, 'change')}`)),
    note(total > 0 && `Newest first · times in ${timezone}`),
    rows(lines.map((line) => ({ text: textOf(line, timezone) }))),
  );
}

function textOf(
  { at, person, action, project, isGone, feed, subject, to, outcome }: AuditLine,
  timezone: string,
): Text {
  return beside(
    say`• ${momentIn(at, timezone)} ${user(person)} ${bold(action)}`,
    project !== undefined && `${brief(project, 'project')}${isGone ? ' (no longer here)' : ''}`,
    feed ? say`${feed.kind} in ${channel(feed.channel)}` : subject !== project && brief(subject, 'name'),
    to !== undefined && say`to ${user(to)}`,
    brief(outcome, 'reason'),
  );
}

const WORDS: Readonly<Record<string, string>> = {
  'alert.mute': 'muted an alert',
  'alert.take': 'took an alert',
  'alert.release': 'released an alert',
  'alert.not_useful': 'marked an alert not useful',
  'alert.unmute': 'unmuted an alert',
  'alert.useful': 'took back that an alert wasn’t useful',
  'alert.verdict': 'said what was wrong with an alert',
  'answer.share': 'shared an answer',
  'engines.set': 'set the tracked engines',
  'feed.change': 'changed a feed',
  'feed.end': 'ended a feed',
  'feed.make': 'made a feed',
  'feed.min_score': 'changed a feed’s minimum score',
  'feed.min_score_left': 'kept a feed’s minimum score',
  'feed.pause': 'paused a feed',
  'feed.resume': 'resumed a feed',
  'lead.assign': 'assigned a lead',
  'lead.claim': 'claimed a lead',
  'lead.decline': 'declined a lead',
  'lead.dismiss': 'dismissed a lead',
  'lead.outcome': 'recorded the outcome of a lead',
  'lead.release': 'released a lead',
  'lead.reopen': 'reopened a lead',
  'lead.reply': 'replied to a lead',
  'lead.snooze': 'snoozed a lead',
  'lead.undo': 'undid a change to a lead',
  'mute.declined': 'declined to mute a place',
  'mute.muted': 'muted a place',
  'mute.undone': 'unmuted a place',
  'project.connect': 'connected a project',
  'project.disconnect': 'disconnected a project',
  'project.forget_key': 'deleted the key given for a project',
  'prompt.edit': 'edited a prompt',
  'prompt.track': 'tracked a prompt',
  'prompt.untrack': 'untracked a prompt',
  'regions.set': 'set the tracked regions',
  'suggestion.accepted': 'accepted a suggestion',
  'suggestion.dismissed': 'dismissed a suggestion',
  'suggestion.undo': 'undid the mark on a suggestion',
  'token.make': 'made a token for an assistant',
  'token.revoke': 'revoked a token for an assistant',
};

/** "paused a feed" */
export function auditWords(action: string): string {
  return entryOf(WORDS, action) ?? action;
}
