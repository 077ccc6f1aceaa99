/** Answers /visibility admin, the settings: whether each project shown here is polled and posts, what stands in the way, and what can be set. */
import { isSkewed, isWell, type LatePosts, type ProjectHealth, type ProjectRef } from '../../decision.ts';
import type { Line } from '../../visibility/profile.ts';
import { lineButton } from '../answer-controls.ts';
import { count } from '../figures.ts';
import { actions, headline, note, type Page, type Part, paragraph, rows } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { moment } from '../times.ts';
import { besideSlacks, MEND_CLOCK } from '../trouble-words.ts';
import { becauseOf } from '../why-post.ts';
import { healthInWords, healthRow, lateIn } from './health.ts';

/**
 * Posts of the workspace that are not with Slack yet, and whether any of them is late; by how much this machine's clock is
 * ahead of Slack's, ms, where that is known.
 */
export type OnTheWay = { posts: number; late?: LatePosts | undefined; clockAheadMs?: number | undefined };

/** `version` is Sightline's own; `learnt` are lines that the API's refusals taught. */
export function statusAnswer(
  health: readonly ProjectHealth[],
  { posts, late, clockAheadMs = 0 }: OnTheWay,
  version: string,
  learnt: readonly Line[] = [],
): Page {
  const lessons = learntInWords(learnt);
  const clock = isSkewed(clockAheadMs) && `Sightline’s clock is ${besideSlacks(clockAheadMs)}. ${MEND_CLOCK}`;
  // What is late may be of a project that is not shown here, or word to the owners.
  const state = (late || clock) && health.every(isWell) ? 'not all well' : healthInWords(health);
  const why = late && !health.some(lateIn) ? becauseOf(late) : '';
  const queue = posts === 0 ? 'No posts waiting' : `${count(posts, 'post')} on the way`;
  const oldest = late && say`, the oldest waiting since ${moment(late.since)}${why}`;
  return {
    parts: [
      headline(beside(bold('Settings'), state)),
      note(beside(say`${queue}${oldest}`, `Sightline ${version}`)),
      rows(health.map((project) => ({ text: healthRow(project) }))),
      paragraph(clock),
      note(lessons.length > 0 && `Learned from the API’s refusals: ${someOf(lessons)}.`),
    ],
  };
}

/** To what is set here: for the only project, or for the one that is then asked for. */
export function settingsLinks(
  projects: readonly ProjectRef[],
  { mayConfigure, mayConnect }: { mayConfigure: boolean; mayConnect: boolean },
): Part | undefined {
  const [only, second] = projects;
  const shown = only !== undefined;
  const way = (label: string, line: string) => lineButton({ label, line }, second ? undefined : only?.id);
  return actions([
    shown && way('Feeds', 'feeds'),
    shown && way('Engines', 'engines'),
    shown && way('Regions', 'regions'),
    shown && way('Region usage', 'region-usage'),
    mayConnect && way('Connect an assistant…', 'mcp'),
    mayConfigure && way('Connect…', 'connect'),
    mayConfigure && shown && way('Disconnect…', 'disconnect'),
    mayConfigure && way('Audit', 'audit'),
    way('About', 'about'),
  ]);
}

const LESSONS = 5;

function someOf(lessons: readonly string[]): string {
  const more = lessons.length - LESSONS;
  return [...lessons.slice(0, LESSONS), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/** "communityLeads: at most 50 rows"; one for each line. The API’s words in it are outside text. */
export function learntInWords(lines: readonly Line[]): string[] {
  return [...new Set(lines.map((line) => `${line.operation}: ${lessonOf(line)}`))];
}

function lessonOf({ what, there }: Line): string {
  const word = what.split('.')[1] ?? what;
  if (what.endsWith('.maximum')) return `at most ${there} rows`;
  if (what.endsWith('.list')) return there === 'comma' ? `${word} with commas` : `${word} one by one`;
  return there === null ? `no ${word}` : `${word} is sent as “${there}”`;
}
