/**
 * Tells a channel which posts it missed, and the owners about a trouble only they can fix. Each is posted once and
 * edited when it’s over.
 */
import type { ApiTrouble, FeedKind, FeedMissed, MissedFeed, Standing } from '../../decision.ts';
import { MINUTE_MS } from '../../durations.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, type Page, page, paragraph } from '../page.ts';
import { bold, join, say, type Text, user } from '../text.ts';
import { moment, momentBeside } from '../times.ts';
import { CLOCK_FIX, clockOffset, recoverySentence, troubleSentence } from '../trouble-words.ts';

/** What a channel misses, by kind of feed: "no digest", for example. */
type MissedWords = Readonly<Record<FeedKind, string>>;

/** Sentences of one message; a channel may have hundreds of feeds. */
const SENTENCES = 5;

export function feedMissedMessage(
  decision: FeedMissed,
  { overSince, missed = [] }: Standing,
  words: MissedWords,
): Page {
  const { project, feed, reason, since, told, at } = decision;
  const all = describeMissed(missed.length > 0 ? missed : [{ project, feed, first: at, times: 1 }], words);
  const named = all.slice(0, SENTENCES);
  const [first, ...others] = named.map((one) => say`${one.what} on ${moment(one.first)}${one.more}.`);
  // What was due before the first failure was tried late: nobody knows since when the trouble really lasts.
  const isLater = named.some((one) => one.first < since - MINUTE_MS);
  const unnamed = all.length > named.length && `Nor did ${count(all.length - named.length, 'other')} post.`;
  if (overSince !== undefined) {
    const said = [first, ...others, unnamed, describeDuration(since, overSince, isLater), nextPost(missed)];
    return page(headline(say`✅ ${bold(recoverySentence(reason))}`), paragraph(join(said, ' ')));
  }
  const latest = Math.max(...named.map((one) => one.first));
  const why = say`${troubleSentence(reason)} since ${momentBeside(since, latest)}${isLater && OR_EARLIER}.`;
  const knows = told.length === 1 ? 'knows' : 'know';
  const owners = told.length > 0 && say`${join(told.map(user), ', ')} ${knows}.`;
  return page(headline(say`⚠️ ${bold(first ?? '')}`), paragraph(join([...others, unnamed, why, owners], ' ')));
}

/** Posts that failed since follow as soon as possible. True before and after they have: no edit follows them. */
function nextPost(missed: readonly MissedFeed[]): Text | string {
  const due = missed.flatMap(({ triedAgain }) => triedAgain ?? []);
  if (due.length === 0) return 'The next one comes on schedule.';
  return say`The one due on ${moment(Math.min(...due))} was delayed.`;
}

/** "Acme: scores not checked, no digest": groups what one project missed at one time, with how often since. */
function describeMissed(missed: readonly MissedFeed[], words: MissedWords) {
  const together = Map.groupBy(missed, ({ project, first, times }) => `${project.id} ${first} ${times}`);
  return [...together.values()].flatMap((feeds) => {
    const [one] = feeds;
    if (!one) return [];
    const kinds = feeds.map(({ feed }) => words[feed]).join(', ');
    return {
      what: `${brief(one.project.name, 'project')}: ${kinds}`,
      first: one.first,
      more: one.times > 1 ? `, and ${count(one.times - 1, 'more time')} since` : '',
    };
  });
}

export function apiTroubleMessage(trouble: ApiTrouble, { overSince }: Standing): Page {
  const { reason, since } = trouble;
  if (overSince !== undefined)
    return page(
      headline(say`✅ ${bold(recoverySentence(reason))}`),
      paragraph(describeDuration(since, overSince)),
    );
  const what = say`${troubleSentence(reason)} since ${moment(since)}.`;
  return page(headline(say`⚠️ ${bold(what)}`), paragraph(remedy(trouble)));
}

const OR_EARLIER = ' or earlier';

function describeDuration(since: number, overSince: number, isLater = false): Text {
  const minutes = [since, overSince].map((ms) => Math.floor(ms / MINUTE_MS));
  return minutes[0] === minutes[1] && !isLater
    ? say`The trouble of ${moment(since)} lasted less than a minute.`
    : say`The trouble lasted from ${moment(since)}${isLater && OR_EARLIER} to ${momentBeside(overSince, since)}.`;
}

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
  if (reason === 'quota')
    return `Renew or raise the quota. Until then, projects that use ${key} get nothing; Sightline retries on schedule.`;
  if (reason === 'project_unknown')
    return `Check the project ID of ${name} where it was set up: in projects.yml, or with /visibility connect. Sightline retries on schedule.`;
  return 'Sightline retries on schedule.';
}
