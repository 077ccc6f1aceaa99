/** The smaller half of a recap: its chart, what else became of leads, and by place, topic and person. */
import type { ChartDay, Recap, RecapPerson, RecapRow } from '../../decision.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { type Chart, note, type Part } from '../page.ts';
import { scoreChart } from '../scores/score-chart.ts';
import { beside, joined, say, type Text, user } from '../text.ts';
import { chartDay, dayName, lasting } from '../times.ts';

/** Places, topics and people named in one line; the others are counted. */
const ROWS_SHOWN = 6;
const PEOPLE_SHOWN = 10;

/** As many days as a chart of Slack’s holds. */
const CHART_POINTS = 20;

/** Nothing of a span without leads. */
export function restOfRecap(recap: Recap): (Part | undefined)[] {
  if (recap.shown === 0 && recap.repliedEarlier === 0) return [];
  return [
    note(followUps(recap)),
    note(rowsLine('By place', recap.byPlace, (place) => place || 'no place given')),
    // The API gives leads no topic: a lead counts where its words hold a topic’s label.
    note(rowsLine('By topic mentioned', recap.byTopic ?? [], (label) => `“${label}”`)),
    note(peopleLine(recap.byPerson)),
  ];
}

/** What follows from the counts. */
function followUps({ shown, acted, claimed, dismissed, cited, outcomes, ...recap }: Recap): Text {
  return beside(
    `${figure(claimed)} claimed, ${figure(dismissed)} dismissed`,
    shown > 0 && `${figure(acted)} of ${count(shown, 'lead')} answered or being answered`,
    cited > 0 && `AI engines cite ${figure(cited)}`,
    outcomes.helpful + outcomes.removed > 0
      ? `outcomes: ${figure(outcomes.helpful)} helpful, ${figure(outcomes.removed)} removed`
      : noneNoted(recap),
  );
}

/** Undefined where there was nothing to note one of. */
function noneNoted({
  replied,
  repliedEarlier,
}: Pick<Recap, 'replied' | 'repliedEarlier'>): string | undefined {
  if (replied + repliedEarlier === 0) return undefined;
  return 'no outcome noted yet (use ⋯ beside an answered lead)';
}

function rowsLine(head: string, all: readonly RecapRow[], called: (name: string) => string): string {
  if (all.length === 0) return '';
  const named = all
    .slice(0, ROWS_SHOWN)
    .map(
      (row) => `${called(brief(row.name, 'place'))} ${figure(row.shown)}, ${figure(row.replied)} answered`,
    );
  const others = all.length - named.length;
  return `${head}: ${[...named, ...(others > 0 ? [`${figure(others)} more`] : [])].join(' · ')}`;
}

function peopleLine(people: readonly RecapPerson[] = []): Text | undefined {
  if (people.length === 0) return undefined;
  const named = people.slice(0, PEOPLE_SHOWN).map((one) => say`${user(one.person)} ${personInWords(one)}`);
  const others = people.length - named.length;
  return say`By person: ${joined([...named, others > 0 && `${figure(others)} more`], ' · ')}`;
}

/** "5 claimed, 4 answered, median time to reply 3 h" */
export function personInWords({ claimed, replied, medianReplyMs }: RecapPerson): string {
  const speed = medianReplyMs === undefined ? '' : `, median time to reply ${lasting(medianReplyMs)}`;
  return `${figure(claimed)} claimed, ${figure(replied)} answered${speed}`;
}

/** Of the score; of leads by week, where no score could be read. */
export function recapChart(name: string, { score, weeks }: Recap): Chart | undefined {
  if (!score) return weeksChart(name, weeks);
  const { shown, every } = thinned(score.series);
  const of = ['', '', ', every second day', ', every third day'][every] ?? `, every ${every} days`;
  const [chart, whole] = [shown, score.series].map((days) => scoreChart(`${name} visibility${of}`, days));
  // Its words are those of every day.
  return chart && whole && { ...chart, words: whole.words };
}

/** The last day, and back from it as many as have room, evenly. */
function thinned(days: readonly ChartDay[]): { shown: ChartDay[]; every: number } {
  const every = Math.max(1, Math.ceil(days.length / CHART_POINTS));
  return { shown: days.filter((_, i) => (days.length - 1 - i) % every === 0), every };
}

function weeksChart(name: string, weeks: readonly RecapRow[]): Chart | undefined {
  if (weeks.length === 0) return undefined;
  const said = weeks.map(
    (week) =>
      `from ${dayName(week.name)}: ${figure(week.shown)} shown, ${figure(week.claimed)} claimed, ${figure(week.replied)} answered`,
  );
  return {
    kind: 'chart',
    title: `${name} leads, weeks from`,
    type: 'bar',
    categories: weeks.map((week) => chartDay(week.name)),
    series: [
      { name: 'Shown', values: weeks.map(({ shown }) => shown) },
      { name: 'Claimed', values: weeks.map(({ claimed }) => claimed) },
      { name: 'Answered', values: weeks.map(({ replied }) => replied) },
    ],
    words: say`Weeks ${said.join('; ')}.`,
  };
}
