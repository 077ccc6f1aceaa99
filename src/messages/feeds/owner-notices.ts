/** Tells a channel which posts it missed, and the owners what needs them. Also their weekly status line. */
import { carry } from '../../carried.ts';
import type {
  ApiTrouble,
  ChannelMoved,
  Decision,
  FeedKind,
  FeedMissed,
  FeedPaused,
  MissedFeed,
  OwnersLine,
  PostMissed,
  Standing,
} from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { andList, count, figure, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { button, headline, note, type Page, page, paragraph, rows, section } from '../page.ts';
import { alertLine } from '../scores/scores-answer.ts';
import { beside, bold, capitalize, channel, join, say, type Text, user } from '../text.ts';
import { moment, momentBeside } from '../times.ts';
import {
  CLOCK_FIX,
  clockOffset,
  missedBecause,
  pauseWords,
  recoverySentence,
  troubleSentence,
} from '../trouble-words.ts';
import { healthRow } from './health.ts';

export function feedPausedMessage(paused: FeedPaused, { overSince }: Standing): Page {
  const all = [paused, ...(paused.others ?? [])];
  const names = all.map(({ project, feed }) => `${brief(project.name, 'project')} ${feed}`);
  const [name = ''] = names;
  const isOne = all.length === 1;
  const feeds = isOne ? `The ${name} feed is` : `${count(all.length, 'feed')} are`;
  const which = isOne ? undefined : andList(firstOf(names, NAMED, (one) => one));
  const where = channel(paused.channel);
  if (overSince !== undefined) {
    const span = say`paused from ${moment(paused.at)} to ${momentBeside(overSince, paused.at)}`;
    return page(headline(say`✅ ${bold(`${feeds} running again.`)}`), note(beside(where, which, span)));
  }
  const { why, remedy } = pauseWords(paused.reason);
  const value = carry('feed', { feed: paused.subscription });
  const resume = isOne
    ? button(ACTIONS.feedResume, 'Resume', `Resume ${name}`, value)
    : button(ACTIONS.feedResume, 'Resume all', `Resume ${count(all.length, 'feed')}`, value);
  return page(
    headline(say`⚠️ ${bold(`${feeds} paused.`)}`, resume),
    paragraph(`${capitalize(why)}. ${remedy}`),
    note(beside(where, which, say`paused since ${moment(paused.at)}`)),
  );
}

/** `nameOf` a kind of post is such as "a digest". */
export function postMissedMessage(missed: PostMissed, nameOf: (what: Decision['kind']) => string): Page {
  const { why } = missed;
  const all = [missed, ...(missed.also ?? [])];
  const describe = ({ project, what }: (typeof all)[number]) =>
    `${brief(project.name, 'project')}: ${nameOf(what)}`;
  const where = (one: (typeof all)[number]) => beside(channel(one.channel), say`due ${moment(one.due)}`);
  const isOne = all.length === 1;
  const fate = why === 'unclear' ? 'may be missing' : isOne ? 'wasn’t posted' : 'weren’t posted';
  const what = isOne ? describe(missed) : count(all.length, 'post');
  const digests = all.filter((one) => one.what === 'lead_digest').length;
  return page(
    headline(say`⚠️ ${bold(`${what} ${fate}.`)}`),
    paragraph(reasonOf(why, digests)),
    isOne
      ? note(where(missed))
      : rows(
          firstOf(all, NAMED, (one) => beside(describe(one), where(one))).map((text) => ({
            text: say`• ${text}`,
          })),
        ),
  );
}

/** A digest’s leads come with the next one, unless this one may have arrived after all. */
function reasonOf(why: PostMissed['why'], digests: number): string {
  const because = `${capitalize(missedBecause(why))}.`;
  if (why === 'unclear')
    return `${because} Sightline can’t read the history to check: grant the optional history scopes to avoid this.`;
  return digests === 0
    ? because
    : `${because} The next digest brings ${digests === 1 ? 'its' : 'their'} leads.`;
}

export function storeGoneMessage(): Page {
  return page(
    headline(
      say`⚠️ ${bold('Sightline has stopped: its store was deleted or replaced while it was running.')}`,
    ),
    paragraph(
      'If you have a backup, restore it before you start Sightline again. Without one it starts from scratch and no longer knows what was posted, claimed or muted.',
    ),
  );
}

export function channelMovedMessage({ from, to, names }: ChannelMoved): Page {
  const of = andList(firstOf(names, NAMED, (name) => brief(name, 'project')));
  return page(
    headline(say`⚠️ ${bold('Slack has given a channel a new id')} ${channel(to)}`),
    paragraph(
      `Its posts go on there. In projects.yml, replace ${from} with ${to}${of && ` (${of})`}. Slack does this when a private channel is shared with another organisation.`,
    ),
  );
}

const NAMED = 8;

/** "Acme is running", "Both projects need attention", "3 projects: 2 running, 1 paused" */
function standingOf({ project, projects, unwell, paused }: OwnersLine): string {
  const verb = projects === 1 ? 'is' : 'are';
  const states = [
    { many: projects - unwell - paused, verb, word: 'running' },
    { many: paused, verb, word: 'paused' },
    { many: unwell, verb: '', word: unwell === 1 ? 'needs attention' : 'need attention' },
  ].filter(({ many }) => many > 0);
  const [only, another] = states;
  if (!only || another)
    return `${count(projects, 'project')}: ${states.map(({ many, word }) => `${figure(many)} ${word}`).join(', ')}`;
  const all = projects === 2 ? 'Both projects' : `All ${count(projects, 'project')}`;
  const who = projects === 1 ? brief(project.name, 'project') : all;
  return [who, only.verb, only.word].filter(Boolean).join(' ');
}

export function ownersLineMessage(line: OwnersLine): Page {
  const { projects, told, untold, openAlerts, alerts, moreAlerts, next } = line;
  const open = openAlerts > 0 ? ` ${count(openAlerts, 'open alert')}.` : '';
  return page(
    headline(bold(`${standingOf(line)}.${open}`)),
    rows(told.map((health) => ({ text: say`• ${healthRow(health)}` }))),
    untold > 0 && paragraph(`${figure(untold)} more: /visibility admin`),
    section(
      'Alerts',
      alerts.map((alert) => say`• ${alertLine(alert)}`),
    ),
    moreAlerts > 0 && paragraph(`${count(moreAlerts, 'more alert')}: /visibility scores`),
    // Each row ends with that of its project.
    told.length < projects &&
      note(next === undefined ? 'No posts are scheduled.' : say`Next post ${moment(next)}`),
  );
}

/** What a channel misses if one of these wasn’t polled in time; other kinds weren’t checked. */
const MISSED: Readonly<Partial<Record<FeedKind, string>>> = { leads: 'no digest', recap: 'no recap' };

const SENTENCES = 5;

export function feedMissedMessage(decision: FeedMissed, { overSince, missed = [] }: Standing): Page {
  const { project, feed, reason, since, told, at } = decision;
  const all = missed.length > 0 ? missed : [{ project, feed, first: at, times: 1 }];
  const [first = '', ...others] = missedSentences(all);
  if (overSince !== undefined) return troubleOver(decision, overSince, [first, ...others]);
  const latest = Math.max(...all.map((one) => one.first));
  const why = say`${troubleSentence(reason)} since ${momentBeside(since, latest)}.`;
  const knows = told.length === 1 ? 'knows' : 'know';
  const owners = told.length > 0 && say`${join(told.map(user), ', ')} ${knows}.`;
  return page(headline(say`⚠️ ${bold(first)}`), paragraph(join([...others, why, owners], ' ')));
}

export function apiTroubleMessage(trouble: ApiTrouble, { overSince, missed = [] }: Standing): Page {
  const { reason, since } = trouble;
  const posts = missedSentences(missed);
  if (overSince !== undefined) return troubleOver(trouble, overSince, posts);
  const what = say`${troubleSentence(reason)} since ${moment(since)}.`;
  return page(headline(say`⚠️ ${bold(what)}`), paragraph(join([...posts, remedy(trouble)], ' ')));
}

function troubleOver(
  { reason, since }: ApiTrouble | FeedMissed,
  overSince: number,
  missed: readonly (Text | string)[],
): Page {
  const span = say`The trouble lasted from ${moment(since)} to ${momentBeside(overSince, since)}.`;
  const said = [...missed, span, missed.length > 0 && 'Posts go on from here.'];
  return page(headline(say`✅ ${bold(recoverySentence(reason))}`), paragraph(join(said, ' ')));
}

/** "Acme: scores not checked, no digest on …": what one project missed at one time is one sentence. */
function missedSentences(missed: readonly MissedFeed[]) {
  const together = Map.groupBy(missed, ({ project, first, times }) => `${project.id} ${first} ${times}`);
  const sentences = [...together.values()].flatMap((feeds) => {
    const [one] = feeds;
    if (!one) return [];
    const kinds = feeds.map(({ feed }) => MISSED[feed] ?? `${feed} not checked`).join(', ');
    const more = one.times > 1 && `, and ${count(one.times - 1, 'more time')} since`;
    return say`${brief(one.project.name, 'project')}: ${kinds} on ${moment(one.first)}${more}.`;
  });
  return firstOf(sentences, SENTENCES, (sentence) => sentence, 'missed post');
}

/** What to do, and what becomes of posts meanwhile. */
function remedy({ reason, keyName, project, aheadMs }: ApiTrouble): string {
  const name = brief(project.name, 'project');
  const key = brief(keyName, 'name');
  if (reason === 'clock_skew') return `It’s ${clockOffset(aheadMs ?? 0)}. ${CLOCK_FIX}`;
  if (reason === 'key_refused') {
    const mend = keyName.startsWith('the key given')
      ? 'Connect the project again with a valid key: /visibility connect.'
      : `Put a valid key in ${key} and restart Sightline.`;
    return `${mend} Until then, projects that use ${key} aren’t polled; Sightline retries every ten minutes.`;
  }
  if (reason === 'forbidden')
    return `Give ${key} access to ${name}, or ${name} a key of its own. Sightline retries every ten minutes; other projects go on.`;
  if (reason === 'quota')
    return `See to the plan and its quota. Until then, projects that use ${key} get nothing; Sightline retries on schedule.`;
  if (reason === 'project_unknown')
    return `Check the project ID of ${name} where it was set up: in projects.yml, or with /visibility connect. Sightline retries on schedule.`;
  return 'Sightline retries on schedule. Posts go on once it’s over, and this message will say so.';
}
