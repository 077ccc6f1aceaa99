/** Answers about topics and regions: the lists, and one topic by tool and by engine, with quotes and figures. */
import type { Figure } from '../../ask/plan.ts';
import type { ProjectRef } from '../../decision.ts';
import type { RegionUsage, Topic } from '../../visibility/assumed.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { matchOwnBrand } from '../../words/answers.ts';
import { lineButton } from '../answer-controls.ts';
import {
  alignFigures,
  alignRounding,
  alignShares,
  count,
  countListed,
  dropFloatNoise,
  figure,
  labelFigure,
  ordinal,
  percentFactor,
  SPAN_UNKNOWN,
} from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph, section, table } from '../page.ts';
import * as lists from '../sortable-table.ts';
import { beside, bold, flexible, say } from '../text.ts';

const EVIDENCE_SHOWN = 3;

const TOOLS_SHOWN = 20;

const YOU = ' (you)';

export function topicPage(project: ProjectRef, read: TopicDetail): Page {
  const topic = withoutEmptyStandings(read);
  const name = brief(project.name, 'project');
  const label = brief(topic.label, 'name') || 'unnamed';
  const [first, ...facts] = factsOf(topic);
  return page(
    headline(beside(bold(say`${name} on “${flexible(label)}”`), first)),
    paragraph(beside(...facts)),
    note(beside(brief(topic.kind, 'place'), brief(topic.description ?? '', 'reason'))),
    ...byTool(topic, project),
    byEngine(topic),
    evidence(topic),
    note(topic.answer_count > 0 && SPAN_UNKNOWN),
    actions([
      topic.answer_count > 0 &&
        lineButton('Answers', `answers ${read.label}`, project.id, 'What engines said'),
      lineButton('All topics', 'topic', project.id),
    ]),
  );
}

/** The same from the list of topics alone. */
export function topicRowPage(project: ProjectRef, topic: Partial<Topic>): Page {
  const { label = '', score, mentionRate, rank, answers, kind } = topic;
  return page(
    headline(
      beside(
        bold(say`${brief(project.name, 'project')} on “${flexible(brief(label, 'name') || 'unnamed')}”`),
        answers === 0
          ? 'no score: no answer gives this topic as a reason'
          : labelFigure('score', score, alignFigures([score])),
      ),
    ),
    answers !== 0 &&
      paragraph(
        beside(
          lists.formatIfGiven(rank, (value) => `ranked ${ordinal(value)}`),
          lists.formatIfGiven(mentionRate, (value) => `mention rate ${alignShares([value])(value)}`),
          lists.formatIfGiven(answers, (value) => count(value, 'answer')),
        ),
      ),
    note(brief(kind ?? '', 'place')),
    note('Its figures by tool and by engine couldn’t be read.'),
    note(SPAN_UNKNOWN),
    actions([lineButton('All topics', 'topic', project.id)]),
  );
}

/** The figures of that page. */
export function topicRowFigures({ label, score, answers }: Partial<Topic>): Figure[] {
  if (score === undefined || answers === 0) return [];
  return [{ name: `score on “${label}”`, value: score, unit: 'points', answers }];
}

function factsOf(topic: TopicDetail): string[] {
  if (topic.answer_count === 0) return ['no score: no answer gives this topic as a reason'];
  const { score, rate, averageRank, sentiment } = formatsOf(topic);
  return [
    labelFigure('score', topic.own_score, score),
    topic.overall_rank == null ? 'no rank' : `ranked ${ordinal(topic.overall_rank)}`,
    `mention rate ${rate(topic.own_mention_rate)}`,
    labelFigure('average rank', topic.own_average_rank, averageRank),
    labelFigure('sentiment', topic.own_avg_sentiment, sentiment),
    `${count(topic.entity_count, 'tool')} named`,
    count(topic.answer_count, 'answer'),
  ];
}

/** Best score first; always includes the brand itself. */
function byTool(topic: TopicDetail, project: ProjectRef): (Part | undefined)[] {
  const { score, chartedScore, rate, averageRank, sentiment } = formatsOf(topic);
  const isOwn = matchOwnBrand(topic.entities, project.name);
  const all = topic.entities.toSorted((a, b) => b.score - a.score);
  const last = TOOLS_SHOWN - 1;
  const own = all.findIndex(isOwn);
  const tools = own > last ? [...all.slice(0, last), ...all.slice(own, own + 1)] : all.slice(0, last + 1);
  if (tools.length === 0) return [];
  const others = all.length - tools.length;
  // The API leaves them at 0 if it doesn't count them.
  const arePicksCounted = all.some(({ top_pick_count }) => top_pick_count > 0);
  const names = tools.map(({ entity_name }) => brief(entity_name, 'place') || 'Unnamed');
  return [
    {
      kind: 'chart',
      title: `Score by tool: ${topic.label}`,
      type: 'bar',
      categories: names,
      marks: tools.map((tool) => (isOwn(tool) ? YOU : '')),
      series: [{ name: 'Score', values: tools.map((tool) => chartedScore(tool.score)) }],
      words: say``,
    },
    table(
      ['Tool', 'Score', 'Mention rate', 'Average rank', 'Sentiment', 'Top picks', 'Mentions'],
      tools.map((tool, i) => [
        `${names[i]}${isOwn(tool) ? YOU : ''}`,
        score(tool.score),
        rate(tool.mention_rate),
        lists.formatIfGiven(tool.average_rank, averageRank),
        lists.formatIfGiven(tool.avg_sentiment, sentiment),
        arePicksCounted ? figure(tool.top_pick_count) : undefined,
        figure(tool.mention_count),
      ]),
      bold('By tool'),
    ),
    note(others > 0 && `${count(others, 'more tool')} not shown.`),
  ];
}

function byEngine(topic: TopicDetail): Part | undefined {
  if (topic.by_model.length === 0) return undefined;
  const { score, rate, averageRank } = formatsOf(topic);
  return table(
    ['Engine', 'Score', 'Mention rate', 'Average rank', 'Top competitor'],
    topic.by_model.map((one) => [
      brief(one.engine, 'place') || 'Unnamed engine',
      score(one.own_score),
      rate(one.own_mention_rate),
      lists.formatIfGiven(one.own_average_rank, averageRank),
      brief(one.top_competitor ?? '', 'place') || undefined,
    ]),
    bold('By engine'),
  );
}

function evidence({ evidence }: TopicDetail): Part | undefined {
  const others = evidence.length - EVIDENCE_SHOWN;
  return section(
    beside(bold('What the answers say'), others > 0 && `${figure(others)} more`),
    evidence
      .slice(0, EVIDENCE_SHOWN)
      .map(({ evidence, engine }) =>
        beside(say`“${flexible(brief(evidence, 'quote'))}”`, brief(engine ?? '', 'place')),
      ),
  );
}

/** Drops the standings of a topic without answers: a score of 0 over 0 answers would read as a bad one. */
function withoutEmptyStandings(topic: TopicDetail): TopicDetail {
  return topic.answer_count === 0 ? { ...topic, entities: [], by_model: [] } : topic;
}

function formatsOf(topic: TopicDetail) {
  const { by_model, entities } = topic;
  const all = [topic, ...by_model];
  const scores = [...all.map(({ own_score }) => own_score), ...entities.map(({ score }) => score)];
  const ranks = [...all.map((one) => one.own_average_rank), ...entities.map((one) => one.average_rank)];
  const sentiments = [topic.own_avg_sentiment, ...entities.map(({ avg_sentiment }) => avg_sentiment)];
  return {
    score: alignFigures(scores),
    chartedScore: alignRounding(scores),
    rate: alignShares(ratesIn(topic), rateFactor(topic)),
    averageRank: alignFigures(ranks),
    sentiment: alignFigures(sentiments),
  };
}

function ratesIn({ own_mention_rate, by_model, entities }: TopicDetail): number[] {
  return [
    own_mention_rate,
    ...by_model.map((one) => one.own_mention_rate),
    ...entities.map(({ mention_rate }) => mention_rate),
  ];
}

/** 100 if rates are parts of 1, else 1. Mention counts decide if they agree: all rates of a rare topic may be below 1%. */
function rateFactor(topic: TopicDetail): number {
  const { answer_count, entities } = topic;
  const mentions = entities.reduce((sum, { mention_count }) => sum + mention_count, 0);
  const rated = entities.reduce((sum, { mention_rate }) => sum + mention_rate, 0);
  const whole = (rated * answer_count) / mentions;
  if (whole > 50 && whole < 200) return 1;
  return whole > 0.5 && whole < 2 ? 100 : percentFactor(ratesIn(topic));
}

/** Best score first, since the API doesn’t say what its own order means. */
export function sortTopics(all: lists.Rows<Topic>): lists.Rows<Topic> {
  const sorted = all.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity) || 0);
  return Object.assign(sorted, all.rest && { rest: all.rest });
}

const isScored = (all: readonly Topic[]) => all.some(({ score }) => score !== undefined);

/** One page of `all` topics, sorted. */
export function topicsPage(project: ProjectRef, topics: readonly Topic[], all: lists.Rows<Topic>): Page {
  const scored = alignFigures(all.map(({ score }) => score));
  return lists.lookupPage({
    project,
    amount: all.length === 0 ? 'no topics yet' : countListed(all.length, 'topic', all.rest),
    order: isScored(all) ? `Best score first. ${SPAN_UNKNOWN}` : undefined,
    rows: topics.map((topic) => ({
      text: beside(
        bold(brief(topic.label ?? '', 'name') || 'Unnamed topic'),
        lists.formatIfGiven(topic.score, (value) => `score ${scored(value)}`),
        lists.formatIfGiven(topic.rank, (value) => `rank ${figure(value)}`),
        lists.formatIfGiven(topic.answers, (value) => count(value, 'answer')),
        brief(topic.kind ?? '', 'place'),
      ),
      control: topic.label
        ? lineButton('Open', `topic ${topic.label}`, project.id, `Open ${brief(topic.label, 'name')}`)
        : undefined,
    })),
  });
}

/** The same as a sortable table. */
export function topicsTable(project: ProjectRef, all: lists.Rows<Topic>): lists.SortableList<Topic> {
  const name = brief(project.name, 'project');
  return {
    head: `${name}: ${countListed(all.length, 'topic', all.rest)}`,
    caption: `Topics of ${name}`,
    order: isScored(all) ? 'best score first' : undefined,
    columns: [
      { heading: 'Topic', cell: ({ label = '' }) => brief(label, 'name') || 'Unnamed topic' },
      lists.figureColumn('Score', all, ({ score }) => score),
      lists.figureColumn('Rank', all, ({ rank }) => rank),
      lists.shareColumn('Mention rate', all, ({ mentionRate }) => mentionRate),
      lists.figureColumn('Answers', all, ({ answers }) => answers),
      lists.wordsColumn('Kind', 'place', ({ kind }) => kind),
    ],
    rows: all,
    below: isScored(all) && SPAN_UNKNOWN,
  };
}

/** One page of `all` regions: how often prompts are asked there. */
export function regionUsagePage(
  project: ProjectRef,
  regions: readonly RegionUsage[],
  all: readonly RegionUsage[],
): Page {
  const share = alignShares(all.map((region) => region.share));
  const [{ name, code, used, limit } = {} as Partial<RegionUsage>] = all;
  if ((name ?? code) === undefined && used !== undefined && limit !== undefined)
    return lists.lookupPage({ project, amount: `${used} of ${count(limit, 'region')} tracked`, rows: [] });
  const nameOf = ({ name, code }: RegionUsage) => brief(name ?? code ?? '', 'place') || 'Unnamed region';
  return lists.lookupPage({
    project,
    amount: all.length === 0 ? 'no region is tracked' : count(all.length, 'tracked region'),
    rows: regions.map((region) => ({
      text: beside(
        bold(nameOf(region)),
        region.prompts !== undefined && count(region.prompts, 'prompt'),
        region.runs !== undefined && count(region.runs, 'run'),
        region.answers !== undefined && count(region.answers, 'answer'),
        region.share !== undefined && `${share(region.share)} of all runs`,
      ),
    })),
    chart: lists.barChart(
      'Runs by region',
      'Runs',
      all.flatMap((region) =>
        region.runs === undefined ? [] : [{ label: nameOf(region), value: region.runs }],
      ),
      { said: true },
    ),
  });
}

/** "On Gemini: score 35.3 · mention rate 41% · top competitor Globex", or that the API gives no figures there. */
export function topicOnEngine(read: TopicDetail, engine: string): Part | undefined {
  const topic = withoutEmptyStandings(read);
  const { score, rate, averageRank } = formatsOf(topic);
  const name = brief(engine, 'place');
  const row = engineIn(topic, engine);
  if (!row) return paragraph(`The API gives no figures for this topic on ${name}.`);
  return paragraph(
    beside(
      say`${bold(`On ${name}`)}: score ${score(row.own_score)}`,
      `mention rate ${rate(row.own_mention_rate)}`,
      row.own_average_rank != null && `average rank ${averageRank(row.own_average_rank)}`,
      row.top_competitor ? `top competitor ${brief(row.top_competitor, 'place')}` : undefined,
    ),
  );
}

/** Figures of the brand and every tool, and of the brand on `engines`. */
export function topicFigures(read: TopicDetail, brand: string, engines: readonly string[] = []): Figure[] {
  const topic = withoutEmptyStandings(read);
  if (topic.answer_count === 0) return [];
  const about = ` on “${topic.label}”`;
  const answers = topic.answer_count;
  const isOwn = matchOwnBrand(topic.entities, brand);
  return [
    ...engines.flatMap((engine) => {
      const row = engineIn(topic, engine);
      return row ? { name: `score${about} on ${engine}`, value: row.own_score, unit: 'points' } : [];
    }),
    { name: `score${about}`, value: topic.own_score, unit: 'points', answers },
    {
      name: `mention rate${about}`,
      value: dropFloatNoise(topic.own_mention_rate * rateFactor(topic)),
      unit: '%',
      answers,
    },
    ...topic.entities
      .filter((tool) => !isOwn(tool))
      .map((tool) => ({
        name: `score of ${tool.entity_name}${about}`,
        value: tool.score,
        unit: 'points',
        answers,
      })),
  ];
}

function engineIn({ by_model }: TopicDetail, engine: string) {
  return by_model.find((row) => row.engine.toLowerCase() === engine.toLowerCase());
}
