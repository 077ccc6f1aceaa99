/** What was written to a project's prompts here a moment ago, which the API may not list yet: caches and replicas lag. */
import type { MeasuredChange } from '../../decision.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { ScoredProject } from '../../feeds/score-reads.ts';
import type { Project } from '../../projects/projects.ts';
import { findPromptChanges } from '../../rules/measured-changes.ts';
import { readPromptWrites } from '../../store/audit.ts';
import type { Db } from '../../store/tables.ts';
import type { Listing, Prompt } from '../../visibility/assumed.ts';
import type { Ask } from '../ask.ts';
import { unquote } from '../command-line.ts';
import { Refused, readName } from '../refused.ts';

/** Longer than any call waits for the API, and than most lists lag. */
const SETTLING_MS = MINUTE_MS;

export type Reading = Pick<Ask, 'api' | 'db' | 'team' | 'now'>;

type OwnWrite = Awaited<ReturnType<typeof readPromptWrites>>[number];

const readOwnWrites = (project: Project, { db, team, now }: Reading) =>
  readPromptWrites(db, team, project.id, now() - SETTLING_MS);

/** The prompts that the API lists, as they are after what was written here. */
export async function readPrompts(project: Project, ask: Reading): Promise<Listing<Prompt>> {
  const all = await ask.api(project).prompts(project.id);
  const done = (await readOwnWrites(project, ask)).filter(({ state }) => state === 'done');
  const now = done.reduce(addWrite, [...all]);
  return all.rest ? Object.assign(now, { rest: all.rest }) : now;
}

/** Covers the longest span of scores that is shown. */
const SHOWN_MS = 366 * DAY_MS;

/** By a prompt's id, the days from which it was asked in other words, as far as people reworded it here. */
export async function readRewordings({ team, project, timezone }: ScoredProject, db: Db, now: number) {
  const writes = await readPromptWrites(db, team, project.id, now - SHOWN_MS);
  return (id: string): MeasuredChange[] => {
    const own = writes.filter((write) => write.id === id);
    return findPromptChanges([], own, timezone).flatMap(({ day, reworded }) =>
      reworded ? { day, of: 'prompts', came: [], went: [], reworded } : [],
    );
  };
}

function addWrite(all: Prompt[], { action, id, subject, words: text = subject, at }: OwnWrite): Prompt[] {
  if (id === undefined) return all;
  if (action === 'prompt.untrack') return all.filter((one) => one.id !== id);
  // Whatever else a prompt says was changed elsewhere since.
  if (action === 'prompt.edit')
    return all.map((one) => (one.id === id && one.text === subject ? { ...one, text } : one));
  const isListed = isTracked(text, all) || all.some((one) => one.id === id);
  return isListed ? all : [...all, { id, text, createdAt: at, category: undefined, active: undefined }];
}

/** @throws Refused if an earlier click sends this prompt, or sent it a moment ago: many an API would track it twice. */
export async function requireUnsent(prompt: string, project: Project, ask: Ask): Promise<void> {
  const writes = await readOwnWrites(project, ask);
  const own = writes.findIndex(({ request }) => request === ask.id);
  // Of two that begin at once, the first goes on.
  const others = writes.filter(
    ({ state, request }, i) => request !== ask.id && (i < own || state !== 'begun'),
  );
  const last = others.findLast(({ subject, words }) =>
    isTracked(prompt, [{ text: subject }, { text: words }]),
  );
  if (last?.action !== 'prompt.track') return;
  const who = await readName(last.person, ask);
  throw new Refused(
    `${who} sent “${prompt}” to the API a moment ago. Nothing was sent again. Look in a minute whether it’s tracked.`,
    { example: '/visibility prompts' },
  );
}

export function cleanPrompt(typed: string): string {
  return unquote(typed.replace(/\s+/g, ' '));
}

/** Whether a prompt is among the tracked ones, ignoring case, spacing and surrounding quotes. */
export function isTracked(words: string, tracked: readonly { text: string | undefined }[]): boolean {
  const same = cleanPrompt(words).toLowerCase();
  return tracked.some(({ text }) => text?.toLowerCase() === same);
}
