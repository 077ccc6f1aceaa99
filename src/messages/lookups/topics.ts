/** Answers the look-ups of a project's topics and regions: one line for each, in the API's order. */
import type { ProjectRef } from '../../decision.ts';
import type { Listing, RegionUsage, Topic } from '../../visibility/assumed.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure, listed, shareOf, sideBySide } from '../figures.ts';
import { brief } from '../lengths.ts';
import type { Page } from '../page.ts';
import { figureColumn, type SortableList, shareColumn, wordsColumn } from '../sortable-table.ts';
import { beside, bold } from '../text.ts';
import { barChart, factOf, lookupPage } from './lookup.ts';

/** One page of `all` topics. */
export function topicsPage(
  project: ProjectRef,
  topics: readonly Topic[],
  all: readonly Topic[] & Pick<Listing<Topic>, 'rest'>,
): Page {
  const scored = sideBySide(all.map(({ score }) => score));
  const score = factOf(
    all,
    (topic) => topic.score,
    (value) => `score ${scored(value)}`,
    'no score',
  );
  const rank = factOf(
    all,
    (topic) => topic.rank,
    (value) => `rank ${figure(value)}`,
    'no rank',
  );
  const answers = factOf(
    all,
    (topic) => topic.answers,
    (value) => count(value, 'answer'),
    'answers not counted',
  );
  return lookupPage({
    project,
    amount: all.length === 0 ? 'no topics yet' : listed(all.length, 'topic', all.rest),
    rows: topics.map((topic) => ({
      text: beside(
        bold(brief(topic.label ?? '', 'name') || 'Unnamed topic'),
        score(topic),
        rank(topic),
        answers(topic),
        brief(topic.kind ?? '', 'place'),
      ),
      control: topic.label
        ? lineButton(
            { label: 'Open', line: `topic ${topic.label}`, hint: `Open ${brief(topic.label, 'name')}` },
            project.id,
          )
        : undefined,
    })),
  });
}

/** The same, to be sorted. */
export function topicsTable(
  project: ProjectRef,
  all: readonly Topic[] & Pick<Listing<Topic>, 'rest'>,
): SortableList<Topic> {
  const name = brief(project.name, 'project');
  return {
    head: `${name}: ${listed(all.length, 'topic', all.rest)}`,
    caption: `Topics of ${name}`,
    columns: [
      { heading: 'Topic', cell: ({ label = '' }) => brief(label, 'name') || 'Unnamed topic' },
      figureColumn('Score', all, ({ score }) => score),
      figureColumn('Rank', all, ({ rank }) => rank),
      shareColumn('Mention rate', all, ({ mentionRate }) => mentionRate),
      figureColumn('Answers', all, ({ answers }) => answers),
      wordsColumn('Kind', 'place', ({ kind }) => kind),
    ],
    rows: all,
  };
}

/** Where the tracked prompts are asked, and how often: one page of `all` regions. */
export function regionUsagePage(
  project: ProjectRef,
  regions: readonly RegionUsage[],
  all: readonly RegionUsage[],
): Page {
  const share = shareOf(all.map((region) => region.share));
  const nameOf = ({ name, code }: RegionUsage) => brief(name ?? code ?? '', 'place') || 'Unnamed region';
  return lookupPage({
    project,
    amount: all.length === 0 ? 'no region is tracked' : count(all.length, 'tracked region'),
    rows: regions.map((region) => ({
      text: beside(
        bold(nameOf(region)),
        region.prompts !== undefined && count(region.prompts, 'prompt'),
        region.runs !== undefined && count(region.runs, 'run'),
        region.share !== undefined && `${share(region.share)} of all runs`,
      ),
    })),
    chart: barChart(
      'Runs by region',
      'Runs',
      all.flatMap((region) =>
        region.runs === undefined ? [] : [{ label: nameOf(region), value: region.runs }],
      ),
      { said: true },
    ),
  });
}
