/** What is said where a score is of other prompts, engines or regions than the one that it stands beside. */
import type { MeasuredChange, ScoreOverview } from '../decision.ts';
import { dayBeside, dayName } from './days.ts';
import { count, figure, scaleOf } from './figures.ts';
import { capital } from './first-letter.ts';
import { brief } from './lengths.ts';

/** Changes in one sentence, and names of one kind: of more changes the last are told, more names are counted. */
const CHANGES_SHOWN = 3;
const NAMED = 1;

const KINDS = ['prompts', 'engines', 'regions'] as const;

type Day = { date: string; score: number };

/** ", +2.4 since Sat", or why there is no such change: ", not comparable with Sat: 3 prompts came". Goes on from the day. */
export function changeSince(
  before: Day,
  now: Day,
  { sincePrevious = [] }: Pick<ScoreOverview, 'sincePrevious'>,
): string {
  const when = dayBeside(before.date, now.date);
  if (sincePrevious.length > 0) {
    return `, not comparable with ${when}: ${sincePrevious.map(cameAndWent).join(', ')}`;
  }
  const scale = scaleOf([now.score, before.score]);
  return `, ${scale.signed(scale.change(before.score, now.score))} since ${when}`;
}

/** "3 prompts came on Sun 22 Nov: figures before and after are of different prompts."; undefined where nothing changed. */
export function measuredLine(changes: readonly MeasuredChange[] = []): string | undefined {
  if (changes.length === 0) return undefined;
  const byDay = Map.groupBy(changes.slice(-CHANGES_SHOWN), ({ day }) => day);
  const shown = [...byDay].map(([day, ofDay]) => `${ofDay.map(cameAndWent).join(', ')} on ${dayName(day)}`);
  const others = changes.length - CHANGES_SHOWN;
  const earlier = others > 0 ? [`${count(others, 'change')} before that`] : [];
  const said = [...earlier, ...shown].join(', ').replace(/^(engines|regions) were/, capital);
  return `${said}: figures before and after are of different ${kindsOf(changes)}.`;
}

/** ", of other prompts": goes on from a figure and its day. */
export function ofOthers(changes: readonly MeasuredChange[] = []): string {
  return changes.length === 0 ? '' : `, of other ${kindsOf(changes)}`;
}

function kindsOf(changes: readonly MeasuredChange[]): string {
  const kinds = KINDS.filter((kind) => changes.some(({ of }) => of === kind));
  return kinds.join(', ').replace(/, (\w+)$/, ' and $1');
}

/** "3 prompts came, 1 prompt went", "Copilot came", "regions were set anew" where nobody knows more. */
export function cameAndWent({ of, came, went, reworded = 0 }: MeasuredChange): string {
  if (came.length + went.length + reworded === 0) return `${of} were set anew`;
  const one = of.slice(0, -1);
  const said = (names: readonly string[], verb: string) => {
    if (names.length === 0) return [];
    const isCounted = of === 'prompts' || names.length > NAMED;
    const who = isCounted
      ? count(names.length, one)
      : names.map((name) => brief(name, 'place')).join(' and ');
    return [`${who} ${verb}`];
  };
  const anew = reworded === 1 ? '1 prompt was reworded' : `${figure(reworded)} prompts were reworded`;
  return [...said(came, 'came'), ...said(went, 'went'), ...(reworded > 0 ? [anew] : [])].join(', ');
}
