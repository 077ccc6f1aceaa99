/** Draws a recap: what became of the leads of a span of time, in numbers, by place and topic, with a chart by week. */
import type { ContextBlock } from '@slack/types';
import type { Recap, RecapPerson, RecapRow } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { lasting } from '../ages.ts';
import { list } from '../budget.ts';
import { spanIn } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { lateInWords } from '../late-in-words.ts';
import { button, footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { recapChart, weeksInWords } from '../recap-chart.ts';
import { scheduleInWords } from '../schedule-in-words.ts';
import { unreadNote } from '../trouble-words.ts';

/** Places, topics and people named in one line; the others are counted. */
const ROWS_SHOWN = 6;
const PEOPLE_SHOWN = 10;

const NOTHING = 'no lead was shown, and nobody replied to an earlier one.';

export function recapMessage(recap: Recap): Message {
  const name = brief(recap.project.name, 'project');
  const span = spanIn(recap.from, recap.to, recap.timezone);
  if (recap.shown === 0 && recap.repliedEarlier === 0) {
    return {
      text: fallback(`${name} recap, ${span}: ${NOTHING}`, [], foot(recap)),
      blocks: [section(mrkdwn`*${name} recap* · ${span} · nothing to tell: ${NOTHING}`), schedule(recap)],
    };
  }
  const figures = figuresOf(recap);
  const head = joined([mrkdwn`*${name} recap*`, span, mrkdwn`*${figures[0] ?? ''}*`], ' · ');
  const said = [
    ...figures.slice(1),
    rowsLine('By place', recap.byPlace, (place) => place || 'no place given'),
    topicsLine(recap),
    thresholdLine(recap),
  ].filter((line) => line !== undefined);
  const people = peopleLine(recap.byPerson);
  const blocks: MessageBlock[] = list(head, [
    ...said.map((line) => mrkdwn`${line}`),
    ...(people ? [people] : []),
  ]);
  const chart = recapChart(name, recap.weeks);
  const below: MessageBlock[] = [
    {
      type: 'actions',
      elements: [button('My figures', `My own figures of ${name}`, ACTIONS.recapMine, mine(recap))],
    },
    schedule(recap),
  ];
  return {
    text: fallback(
      `${name} recap, ${span}: ${figures[0] ?? ''}.`,
      [...said, ...(people ? [people] : []), weeksInWords(recap.weeks)],
      foot(recap),
    ),
    blocks: [...blocks, ...(chart ? [chart] : []), ...below],
    plainBlocks: [...blocks, ...(chart ? [section(mrkdwn`${weeksInWords(recap.weeks)}`)] : []), ...below],
  };
}

function schedule(recap: Recap): ContextBlock {
  return footer(mrkdwn`${foot(recap)}`);
}

function foot(recap: Recap): string {
  const parts = [
    scheduleInWords(recap),
    lateInWords(recap),
    unreadNote(recap.unread),
    'change: /visibility subscriptions',
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** The API gives leads no topic: a lead counts where its words hold a topic’s label, and that is all that is claimed. */
function topicsLine({ byTopic }: Recap): string | undefined {
  return byTopic && rowsLine('By topic mentioned', byTopic, (label) => `“${label}”`);
}

/** What [My figures] carries: whose figures of which time. */
function mine({ project, from, to }: Recap): string {
  return JSON.stringify({ project: project.id, from, to });
}

/** The counts first, which stand in the head; then what follows from them. */
function figuresOf(recap: Recap): string[] {
  const { shown, claimed, replied, repliedEarlier, medianReplyMs, acted, dismissed, cited, outcomes } = recap;
  const earlier = repliedEarlier > 0 ? `, ${figure(repliedEarlier)} more to earlier leads` : '';
  const speed = medianReplyMs !== undefined && `median time to reply ${lasting(medianReplyMs)}`;
  const takenOn =
    shown > 0 &&
    `precision ${figure(Math.round((100 * acted) / shown))} %: ${figure(acted)} of ${figure(shown)} led to a reply or a kept claim`;
  const outcome = outcomes.helpful + outcomes.removed > 0 ? outcomesNoted(outcomes) : noneNoted(recap);
  return [
    `${figure(shown)} shown, ${figure(claimed)} claimed, ${figure(replied)} replied${earlier}`,
    [speed, takenOn, `${figure(dismissed)} dismissed`].filter((part) => part !== false).join(' · '),
    [`AI engines cite ${count(cited, 'thread')} of these`, outcome]
      .filter((part) => part !== undefined)
      .join(' · '),
  ];
}

function outcomesNoted({ helpful, removed }: Recap['outcomes']): string {
  return `outcomes: ${figure(helpful)} helpful, ${figure(removed)} removed`;
}

/** Undefined where there was nothing to note one of. */
function noneNoted({ replied, repliedEarlier }: Recap): string | undefined {
  if (replied + repliedEarlier === 0) return undefined;
  return 'no outcome noted (in the menu of a lead that was replied to)';
}

function rowsLine(
  head: string,
  rows: readonly RecapRow[],
  called: (name: string) => string,
): string | undefined {
  if (rows.length === 0) return undefined;
  const shown = rows
    .slice(0, ROWS_SHOWN)
    .map(
      (row) =>
        `${called(brief(row.name, 'place'))} ${figure(row.shown)} shown, ${figure(row.replied)} replied`,
    );
  const others = rows.length - shown.length;
  return `${head}: ${[...shown, ...(others > 0 ? [`${figure(others)} more`] : [])].join(' · ')}`;
}

function thresholdLine({ threshold }: Recap): string | undefined {
  if (!threshold) return undefined;
  const { score, removes, of } = threshold;
  return `With leads from a score of ${figure(score)} on, ${figure(removes)} of ${count(of, 'lead')} that nobody kept or replied to would have stayed out, and no lead with a reply.`;
}

function peopleLine(people: readonly RecapPerson[] | undefined): Mrkdwn | undefined {
  if (people === undefined || people.length === 0) return undefined;
  const shown = people.slice(0, PEOPLE_SHOWN).map((one) => mrkdwn`${user(one.person)} ${personInWords(one)}`);
  const others = people.length - shown.length;
  return mrkdwn`By person: ${joined([...shown, others > 0 && `${figure(others)} more`], ' · ')}`;
}

/** "5 claimed, 4 replied, median 3 h" */
export function personInWords({ claimed, replied, medianReplyMs }: RecapPerson): string {
  const speed = medianReplyMs === undefined ? '' : `, median time to reply ${lasting(medianReplyMs)}`;
  return `${figure(claimed)} claimed, ${figure(replied)} replied${speed}`;
}
