/** A recap: what became of the leads of a span of time, in numbers, by place and topic, with a chart by week; and one's own figures. */
import { carry } from '../../carried.ts';
import type { ProjectRef, Recap, RecapPerson, RecapRow, Standing } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { minScoreLine } from '../leads/min-score.ts';
import { brief } from '../lengths.ts';
import { button, type Chart, headline, note, type Page, paragraph } from '../page.ts';
import { lateInWords, scheduleInWords } from '../post-foot.ts';
import { beside, bold, capital, joined, lines, say, type Text, user } from '../text.ts';
import { chartDay, dayName, lasting, spanIn } from '../times.ts';
import { unreadNote } from '../trouble-words.ts';

/** Places, topics and people named in one line; the others are counted. */
const ROWS_SHOWN = 6;
const PEOPLE_SHOWN = 10;

export function recapMessage(recap: Recap, { minScore }: Pick<Standing, 'minScore'> = {}): Page {
  const { project, from, to, timezone } = recap;
  const name = brief(project.name, 'project');
  const span = spanIn(from, to, timezone);
  const foot = note(
    beside(scheduleInWords(recap), lateInWords(recap), unreadNote(recap.unread), 'change: /visibility feeds'),
  );
  const head = (counts: string) => beside(bold(`${name} recap: ${counts}`), span);
  if (recap.shown === 0 && recap.repliedEarlier === 0) {
    return { parts: [headline(head('no leads shown, no replies')), foot] };
  }
  const value = carry('recap', { project: project.id, from, to });
  const mine = button(ACTIONS.recapMine, 'My figures', `My own figures of ${name}`, value);
  return {
    parts: [
      headline(head(countsOf(recap)), mine),
      paragraph(followUps(recap)),
      paragraph(
        lines(
          rowsLine('By place', recap.byPlace, (place) => place || 'no place given'),
          // The API gives leads no topic: a lead counts where its words hold a topic’s label.
          rowsLine('By topic mentioned', recap.byTopic ?? [], (label) => `“${label}”`),
          peopleLine(recap.byPerson),
        ),
      ),
      recap.minScore && minScoreLine(recap.minScore, minScore, project),
      weeksChart(name, recap.weeks),
      foot,
    ],
  };
}

/** "34 leads, 9 answered, plus 2 from before" */
function countsOf({ shown, replied, repliedEarlier }: Recap): string {
  const earlier = repliedEarlier > 0 ? `, plus ${figure(repliedEarlier)} from before` : '';
  return `${count(shown, 'lead')}, ${figure(replied)} answered${earlier}`;
}

/** What follows from the counts. */
function followUps(recap: Recap): Text {
  const { shown, claimed, medianReplyMs, acted, dismissed, cited, outcomes } = recap;
  return lines(
    beside(
      `${figure(claimed)} claimed`,
      `${figure(dismissed)} dismissed`,
      medianReplyMs !== undefined && `median time to reply ${lasting(medianReplyMs)}`,
      weekBefore(recap),
    ),
    beside(
      shown > 0 && `${figure(acted)} of ${count(shown, 'lead')} answered or being answered`,
      `AI engines cite ${figure(cited)}`,
      outcomes.helpful + outcomes.removed > 0
        ? `outcomes: ${figure(outcomes.helpful)} helpful, ${figure(outcomes.removed)} removed`
        : noneNoted(recap),
    ),
  );
}

/** Only of a recap of a week: the weeks of the chart end with it. */
function weekBefore({ from, to, weeks }: Recap): string | undefined {
  const before = weeks.at(-2);
  if (!before || Math.round((to - from) / DAY_MS) !== 7) return undefined;
  return `week before: ${count(before.shown, 'lead')}, ${figure(before.replied)} answered`;
}

/** Undefined where there was nothing to note one of. */
function noneNoted({ replied, repliedEarlier }: Recap): string | undefined {
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

/** Answers My figures: what one person did in a span of time, shown to nobody else. `from` and `to` in epoch ms. */
export function myFiguresAnswer(
  project: ProjectRef,
  figures: RecapPerson,
  { from, to, timezone }: { from: number; to: number; timezone: string },
): Page {
  const span = spanIn(from, to, timezone);
  return {
    parts: [
      headline(bold(`You in ${brief(project.name, 'project')}: ${personInWords(figures)}`)),
      note(`${capital(span)} ${timezone} · leads shown earlier count too · only you see this`),
    ],
  };
}
