/** Answers /visibility compare: the tools that answers name, and how one of them stands, by engine and by topic. */
import type { ProjectRef } from '../../decision.ts';
import type { CompetitorDetail } from '../../visibility/assumed.ts';
import { lineButton } from '../answer-controls.ts';
import { count, given, latest, shareOf, sideBySide } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, type Page, paragraph } from '../page.ts';
import { beside, bold, flexible, say } from '../text.ts';
import { barChart, figuresTable, lookupPage, written } from './lookup.ts';

/** One page of the tools that the latest answers name beside the brand, most often named first; `of` are all of them. */
export function toolsPage(
  project: ProjectRef,
  tools: readonly { name: string; mentions: number }[],
  of: { tools: number; mentions: number },
): Page {
  const amount = of.tools === 0 ? 'answers name no other tool yet' : count(of.tools, 'other tool');
  return lookupPage({
    project,
    amount,
    order: `Most often named first, in ${latest(of.mentions, 'mention')}`,
    rows: tools.map(({ name, mentions }) => ({
      text: beside(bold(brief(name, 'name') || 'Unnamed'), count(mentions, 'mention')),
      control: lineButton(
        { label: 'Compare', line: `compare ${name}`, hint: `Compare with ${brief(name, 'name')}` },
        project.id,
      ),
    })),
    onward: actions([lineButton({ label: 'All mentions', line: 'mentions' }, project.id)]),
  });
}

/** `asked`: the name that it was looked up by, for an API that does not repeat it. */
export function competitorPage(project: ProjectRef, asked: string, detail: CompetitorDetail): Page {
  const name = brief(detail.name ?? asked, 'name');
  const { byEngine: engines = [], topics = [] } = detail;
  const share = shareOf([detail.mentionRate, ...engines.map(({ mentionRate }) => mentionRate)]);
  const scores = [detail, ...engines, ...topics].map(({ score }) => score);
  const ranks = [detail, ...engines].map(({ averageRank }) => averageRank);
  const [scored, ranked] = [sideBySide(scores), sideBySide(ranks)];
  const who = `competitor of ${brief(project.name, 'project')}`;
  const score = given('score', detail.score, scored);
  const facts = beside(
    written(detail.mentionRate, (rate) => `mentioned in ${share(rate)} of answers`),
    given('average rank', detail.averageRank, ranked),
    given('sentiment', detail.sentiment),
    written(detail.mentions, (mentions) => count(mentions, 'mention')),
  );
  return {
    summary: say`${flexible(name)}, ${who}: ${score}`,
    parts: [
      headline(beside(bold(`${name}, ${who}`), score)),
      paragraph(facts),
      engines.length > 0 &&
        figuresTable(
          'By engine',
          ['Engine', 'Score', 'Mention rate', 'Average rank'],
          engines.map(({ engine, score, mentionRate, averageRank }) => [
            brief(engine ?? '', 'place') || 'Unnamed engine',
            written(score, scored),
            written(mentionRate, share),
            written(averageRank, ranked),
          ]),
        ),
      topics.length > 0 &&
        figuresTable(
          'By topic',
          ['Topic', 'Score'],
          topics.map(({ label, score }) => [
            brief(label ?? '', 'name') || 'Unnamed topic',
            written(score, scored),
          ]),
        ),
      barChart(
        `${name} by topic`,
        'Score',
        topics.flatMap(({ label, score }) =>
          label === undefined || score === undefined ? [] : [{ label, value: score }],
        ),
        { beside: scores, said: true },
      ),
      actions([
        lineButton({ label: 'Other tools', line: 'compare' }, project.id),
        lineButton({ label: 'All mentions', line: 'mentions' }, project.id),
      ]),
    ],
  };
}
