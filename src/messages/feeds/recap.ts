/** The weekly or monthly recap: visibility, leads and what to do next, fit to forward; details in small print below. */
import type { Figure } from '../../ask/plan.ts';
import { carry } from '../../carried.ts';
import type { ProjectRef, Recap, RecapPerson, RecapRow, Standing } from '../../decision.ts';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure, firstOf, ordinal, scaleOf } from '../figures.ts';
import { leadLink } from '../leads/lead-facts.ts';
import { minScoreLine } from '../leads/lead-proposals.ts';
import { brief } from '../lengths.ts';
import type { Chart, Page, Part } from '../page.ts';
import { actions, button, headline, note, page, paragraph, rows } from '../page.ts';
import { ledgerLine } from '../scores/alert-words.ts';
import {
  chartNote,
  describeMean,
  describeOffset,
  measuredLine,
  scoreChart,
  sharedWords,
} from '../scores/score-words.ts';
import {
  beside,
  bold,
  capitalize,
  code,
  flexible,
  isEmpty,
  join,
  lines,
  say,
  type Text,
  user,
} from '../text.ts';
import {
  chartDay,
  dayName,
  daysInWords,
  duration,
  lateInWords,
  monthName,
  scheduleInWords,
  spanIn,
  weekOf,
} from '../times.ts';
import { unreadNote } from '../trouble-words.ts';

const WEEK_DAYS = 7;

export function recapMessage(recap: Recap, { minScore }: Pick<Standing, 'minScore'> = {}): Page {
  const { project, from, to, score, ledger } = recap;
  const name = brief(project.name, 'project');
  const hasLeads = recap.shown > 0 || recap.repliedEarlier > 0;
  const value = carry('recap', { project: project.id, from, to });
  const mine = button(ACTIONS.recapMine, 'My figures', `My own figures of ${name}`, value);
  const { atLeast } = recap.next?.leads ?? {};
  const openLeads = lineButton('Open leads', `leads unclaimed ${atLeast ?? ''}`.trim(), project.id);
  const isKept = score !== undefined && recap.unread?.includes('dailyScores');
  const foot = beside(
    scheduleInWords(recap),
    lateInWords(recap),
    isKept && 'score as last known',
    unreadNote(recap.unread?.filter((extra) => !isKept || extra !== 'dailyScores')),
    'Manage feeds: /visibility feeds',
  );
  return {
    summary: beside(`${name}, ${describeSpan(recap)}: ${leadsInWords(recap)}`, score && scoreInWords(recap)),
    parts: [
      headline(bold(`${name} · ${describeSpan(recap)}`)),
      paragraph(lines(visibility(recap), leadsLine(recap))),
      paragraph(nextLine(recap)),
      actions([recap.next?.leads && openLeads, hasLeads && mine]),
      score ? scoreChart(`${name} visibility`, score.series) : weeksChart(name, recap.weeks),
      note(
        score &&
          lines(chartNote(score.series), measuredLine([...(score.earlier ?? []), ...(score.measured ?? [])])),
      ),
      note(ledger && ledgerLine(ledger)),
      ...restOfRecap(recap),
      recap.minScore && minScoreLine(recap.minScore, minScore, project),
      note(foot),
    ],
  };
}

/** "October", "week of 16 Nov", or the span itself. */
function describeSpan({ month, from, to, timezone }: Recap): string {
  if (month?.endsWith('-01')) return monthName(from, timezone);
  return Math.round((to - from) / DAY_MS) === WEEK_DAYS ? weekOf(from, timezone) : spanIn(from, to, timezone);
}

/** "*Visibility 52.2* on Sat 21 Nov, down 8.1 points · alert A37 (Thu 19 Nov) · best rival: Globex 61.0, up 2.3" */
function visibility(recap: Recap): Text | undefined {
  const { score, rival, alerts = [] } = recap;
  if (!score && !rival && alerts.length === 0) return undefined;
  const named = firstOf(alerts, ALERTS_SHOWN, ({ handle, day, over }) => {
    const days = [day && dayName(day), over && `over since ${dayName(over)}`];
    return `${handle} (${days.filter(Boolean).join(', ')})`;
  });
  return beside(
    score && scoreInWords(recap),
    score?.last !== undefined && `${scaleOf([score.last]).level(score.last)} on ${dayName(score.day)}`,
    named.length > 0 && `alert${alerts.length === 1 ? '' : 's'} ${named.join(', ')}`,
    rival && rivalInWords(rival, score),
  );
}

function scoreInWords({ score, month, from, to }: Recap): Text | undefined {
  if (!score) return undefined;
  const { day, before, measured, isAverage, meanOf } = score;
  const scale = scaleOf([score.score, before?.score ?? score.score]);
  const when = isAverage ? ' on average' : ` on ${dayName(day)}`;
  const level = say`${bold(`Visibility ${scale.level(score.score)}`)}${when}${meanOf && ` (${describeMean(meanOf)})`}`;
  if (!before) return level;
  const length = Math.round((to - from) / DAY_MS);
  const span = month ? 'the month' : length === WEEK_DAYS ? 'the week' : `the ${length} days`;
  const than = isAverage ? `${span} before` : dayName(before.day);
  if (measured)
    return say`${level}, not comparable with ${than}${score.shared && ` (${sharedWords(score.shared)})`}`;
  const isSame = scale.change(before.score, score.score) === 0;
  const change = isSame ? 'unchanged' : describeOffset('score', scale, before.score, score.score);
  return say`${level}, ${change} from ${than}`;
}

/** Without a day: the API doesn’t say which days its figures of rivals cover. */
function rivalInWords(
  { name, score, before, own, standing }: NonNullable<Recap['rival']>,
  told: Recap['score'],
): Text {
  const scale = scaleOf([score, before ?? score, own?.score ?? score]);
  const isMoved = before !== undefined && scale.change(before, score) !== 0;
  const you = own?.days ? `on average, ${daysInWords(own.days)}` : 'in the same comparison';
  const isToldOf = told?.isAverage && own && scale.level(own.score) === scale.level(told.score);
  return beside(
    say`best rival: ${flexible(brief(name, 'name'))} ${scale.level(score)}${isMoved && `, ${describeOffset('score', scale, before, score)}`}${own && !isToldOf && ` (you ${scale.level(own.score)} ${you})`}`,
    standing && `you’re ${ordinal(standing.rank)} of the ${standing.of} tools named most`,
  );
}

/** "12 leads posted, 5 answered, plus 1 older one" */
function leadsInWords({ shown, replied, repliedEarlier }: Recap): string {
  if (shown === 0 && repliedEarlier === 0) return 'no leads posted, no replies';
  const [many, and] = replied === 0 ? ['none', 'but'] : [figure(replied), 'plus'];
  const earlier = repliedEarlier > 0 ? `, ${and} ${count(repliedEarlier, 'older one')}` : '';
  return `${count(shown, 'lead')} posted, ${many} answered${earlier}`;
}

function leadsLine(recap: Recap): Text {
  const { before, medianReplyMs, best } = recap;
  const earlier = before && `before that: ${figure(before.replied)} of ${figure(before.shown)}`;
  return beside(
    join([bold(capitalize(leadsInWords(recap))), earlier && `(${earlier})`], ' '),
    medianReplyMs !== undefined && `median time from post to reply ${duration(medianReplyMs)}`,
    best &&
      say`best: ${leadLink(best.lead, 'line')}${best.by === undefined ? '' : say` by ${user(best.by)}`}`,
  );
}

function nextLine({ next }: Recap): Text | undefined {
  if (!next) return undefined;
  const { leads, page } = next;
  const all = [
    leads && `answer ${count(leads.many, 'open lead')} with a score of ${figure(leads.atLeast)} or more`,
    page &&
      say`write or improve a page on “${flexible(brief(page.prompt, 'prompt'))}”: ${flexible(brief(page.rival, 'name'))}’s are cited ${count(page.cited, 'time')} in the latest ${figure(page.of)} citations, yours ${['never', 'once', 'twice'][page.own] ?? count(page.own, 'time')}`,
  ];
  return say`${bold('Next:')} ${beside(...all)}`;
}

/** Answers My figures, privately: what one person did from `from` to `to`, epoch ms. */
export function myFiguresAnswer(
  project: ProjectRef,
  figures: RecapPerson,
  { from, to, timezone }: { from: number; to: number; timezone: string },
): Page {
  const span = spanIn(from, to, timezone);
  return page(
    headline(bold(`You in ${brief(project.name, 'project')}: ${personInWords(figures)}`)),
    note(`${capitalize(span)} ${timezone} · leads shown earlier count too · only you see this`),
  );
}

/** Answers who answered most, of those who did something with a lead. `days`: in words, none for all days. */
export function peopleAnswer(
  project: ProjectRef,
  people: readonly RecapPerson[],
  days: string | undefined,
): Page {
  const name = brief(project.name, 'project');
  const shown = people.slice(0, PEOPLE_SHOWN);
  const left = people.length - shown.length;
  const [first] = shown;
  if (!first) return page(headline(beside(bold(`${name}: nobody has claimed or answered a lead`), days)));
  const most = shown
    .filter(({ replied }) => replied === first.replied && replied > 0)
    .map(({ person }) => user(person));
  return page(
    headline(
      beside(
        say`${bold(`${name}:`)} ${most.length === 0 ? 'nobody has answered a lead' : say`${join(most, ' and ')} answered most, ${count(first.replied, 'lead')}`}`,
        days,
      ),
    ),
    rows(shown.map((one) => ({ text: say`${user(one.person)}: ${personInWords(one)}` }))),
    note(
      lines(
        left > 0 && `${count(left, 'more person', 'more people')} not shown.`,
        'Only leads that Sightline posted count, each for whoever claimed or answered it last.',
      ),
    ),
    actions([lineButton('Answered leads', 'leads answered', project.id)]),
  );
}

/** `names`: those of the people, in the same order. */
export function peopleFigures(people: readonly RecapPerson[], names: readonly string[]): Figure[] {
  return people.map(({ replied }, i) => ({
    name: `leads answered by ${names[i]}`,
    value: replied,
    unit: 'leads',
  }));
}

type Waits = { replied: number; medianReplyMs: number | undefined };

/** Answers how fast a team replies. `days`: in words. */
export function waitsAnswer(
  project: ProjectRef,
  { replied, medianReplyMs }: Waits,
  days: string | undefined,
): Page {
  const speed =
    medianReplyMs === undefined
      ? `${replied === 0 ? 'no replies' : 'one reply'}, so no usual time to reply`
      : `median time from post to reply ${duration(medianReplyMs)}`;
  return page(
    headline(beside(bold(`${brief(project.name, 'project')}: ${speed}`), days)),
    note(
      beside(
        medianReplyMs !== undefined && count(replied, 'reply', 'replies'),
        'from when Sightline posted a lead until someone marked it as replied to',
      ),
    ),
    actions([lineButton('Answered leads', 'leads answered', project.id)]),
  );
}

export function waitsFigures({ replied, medianReplyMs }: Waits): Figure[] {
  const median = {
    name: 'median time from post to reply',
    value: (medianReplyMs ?? 0) / HOUR_MS,
    unit: 'hours',
  };
  return [
    ...(medianReplyMs === undefined ? [] : [median]),
    { name: 'leads answered', value: replied, unit: 'leads' },
  ];
}

export function peopleOffAnswer(project: ProjectRef): Page {
  const name = brief(project.name, 'project');
  return page(
    headline(
      say`${bold(`${name}: counts by person are off`)}; an admin can switch them on in its recap, under feeds (in projects.yml, ${code('by_person: true')}).`,
    ),
    actions([
      lineButton('Feeds', 'feeds', project.id),
      lineButton('Answered leads', 'leads answered', project.id),
    ]),
  );
}

const PEOPLE_SHOWN = 10;

const ALERTS_SHOWN = 3;

function restOfRecap(recap: Recap): (Part | undefined)[] {
  if (recap.shown === 0 && recap.repliedEarlier === 0) return [];
  const people = recap.byPerson ?? [];
  return [
    note(followUps(recap)),
    note(
      people.length > 0 &&
        say`By person, on these and earlier leads: ${beside(...firstOf(people, PEOPLE_SHOWN, ofPerson))}`,
    ),
  ];
}

const ofPerson = (one: RecapPerson) => say`${user(one.person)} ${personInWords(one)}`;

function followUps(recap: Recap): Text {
  const { replied, acted, claimed, dismissed, cited, outcomes } = recap;
  const all = beside(
    claimed > 0 && `${figure(claimed)} claimed`,
    dismissed > 0 && `${figure(dismissed)} dismissed`,
    acted > replied && `${figure(acted - replied)} still being answered`,
    cited > 0 && `${figure(cited)} cited by AI engines`,
    outcomes.helpful + outcomes.removed > 0 &&
      `outcomes: ${figure(outcomes.helpful)} helpful, ${figure(outcomes.removed)} removed`,
  );
  return isEmpty(all) ? all : say`Of these leads: ${all}`;
}

/** "5 claimed, 4 answered, median time from post to reply 3 h" */
function personInWords({ claimed, replied, medianReplyMs }: RecapPerson): string {
  const speed =
    medianReplyMs === undefined ? '' : `, median time from post to reply ${duration(medianReplyMs)}`;
  return `${figure(claimed)} claimed, ${figure(replied)} answered${speed}`;
}

function weeksChart(name: string, weeks: readonly RecapRow[]): Chart | undefined {
  if (weeks.length === 0) return undefined;
  const said = weeks.map(
    (week) =>
      `from ${dayName(week.name)}: ${figure(week.shown)} posted, ${figure(week.claimed)} claimed, ${figure(week.replied)} answered`,
  );
  return {
    kind: 'chart',
    title: `${name} leads, weeks from`,
    type: 'bar',
    categories: weeks.map((week) => chartDay(week.name)),
    series: [
      { name: 'Posted', values: weeks.map(({ shown }) => shown) },
      { name: 'Claimed', values: weeks.map(({ claimed }) => claimed) },
      { name: 'Answered', values: weeks.map(({ replied }) => replied) },
    ],
    words: say`Weeks ${said.join('; ')}.`,
  };
}
