/** Answers the look-ups of what engines cite, say and search, in the API's order. */
import type { ProjectRef } from '../../decision.ts';
import type { Citation, FanoutQuery, Source, TopicAnswer } from '../../visibility/assumed.ts';
import type { Mention, ReferrerRanking } from '../../visibility/contract.ts';
import { pageOf as citedPage, siteOf } from '../../words/answers.ts';
import { lineButton, lineMenu, runButton, tabs } from '../answer-controls.ts';
import {
  alignShares,
  count,
  countLatest,
  countListed,
  countMentions,
  figure,
  firstOf,
  mayBeCut,
  ordinal,
  SPAN_UNKNOWN,
} from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { actions, type Control, type Page, type Part } from '../page.ts';
import * as lists from '../sortable-table.ts';
import { beside, bold, flexible, link, say, type Text } from '../text.ts';
import { dayAt, dayName } from '../times.ts';

/** The tabs of `sources`. The API narrows only some by engine and region. */
const SOURCES = [
  { label: 'Most cited', name: 'sources', takes: 'all' },
  { label: 'Latest citations', name: 'citations', takes: 'all' },
  { label: 'Domains', name: 'referrers', takes: 'sites' },
  { label: 'Searches', name: 'searches', takes: 'nothing' },
] as const;

/** The site or page asked for, and how many of the API's rows match. */
type OfSite = { site: string; matching: number };

/** What a list is narrowed to: engines and regions in words (`only`) and as typed, and a site. */
type Narrowed = { only: readonly string[]; filters?: string; of?: OfSite | undefined };

/** "3 of the latest 300 citations": the API may have more of that site beyond the rows it gave. */
function amountOf(all: string, of: OfSite | undefined): string {
  return of ? `${of.matching === 0 ? 'none' : figure(of.matching)} of ${all}` : all;
}

/** "the first 200 of 1,204 cited pages", or how many of them are of a site. */
function amountListed(all: lists.Rows<unknown>, one: string, of: OfSite | undefined): string {
  return all.length === 0 ? `no ${one}s yet` : amountOf(countListed(all.length, one, all.rest), of);
}

function onlyWords({ only, of }: Narrowed): readonly string[] {
  return of ? [...only, of.site] : only;
}

/** Each tab keeps of the narrowing what it takes; another drops the site. */
function sourceTabs(
  current: (typeof SOURCES)[number]['name'],
  project: ProjectRef,
  { filters = '', of }: Omit<Narrowed, 'only'> = {},
): Part | undefined {
  const lineOf = ({ name, takes }: (typeof SOURCES)[number], site = of?.site) => {
    const narrowed = takes === 'all' && filters !== '' ? `${name} ${filters}` : name;
    return site && takes !== 'nothing' ? siteLine(narrowed, site) : narrowed;
  };
  const open = SOURCES.find(({ name }) => name === current) ?? SOURCES[0];
  const lines = SOURCES.map((tab) => ({ label: tab.label, line: lineOf(tab) }));
  const all = of ? [{ label: 'All sites', line: lineOf(open, '') }] : [];
  return tabs([...lines, ...all], lineOf(open), project);
}

function siteLine(command: string, site: string): string {
  return `${command} site:${/[\s,]/.test(site) ? `"${site}"` : site}`;
}

/** The pages cited last, of `total` rows from the API, asked for `asked`; `cited` times, where rows have numbers. */
export function citationsPage(
  project: ProjectRef,
  citations: readonly Citation[],
  total: number,
  { asked, cited = total, ...narrowed }: Narrowed & { asked: number; cited?: number | undefined },
): Page {
  const { of } = narrowed;
  const all = mayBeCut(total, asked) ? `the latest ${count(cited, 'citation')}` : count(cited, 'citation');
  return lists.lookupPage({
    project,
    amount: total === 0 ? 'no citations yet' : amountOf(all, of),
    order: citations.some(({ createdAt }) => createdAt !== undefined) ? 'Newest first' : undefined,
    only: onlyWords(narrowed),
    rows: citations.map((citation) => ({
      text: beside(
        ...pageOf(citation),
        citation.count !== undefined && count(citation.count, 'citation'),
        enginesOf(citation),
        asking(citation),
        dayOf(citation),
      ),
      control:
        runButton('answer', project, citation.promptRunId, citation) ?? siteMenu(project, citation, of),
    })),
    onward: sourceTabs('citations', project, narrowed),
  });
}

const ENGINES_SHOWN = 4;

/** The ⋯ of a page: answers that cite it, answers that cite its site, and the site's other pages. */
function siteMenu(project: ProjectRef, cited: Linked, of: OfSite | undefined): Control | undefined {
  const [page, site] = [citedPage(cited), siteOf(cited)];
  return lineMenu(
    [
      page === undefined ? [] : { label: 'Who cites this page', line: siteLine('citations', page) },
      site === undefined ? [] : { label: 'Who cites this site', line: siteLine('citations', site) },
      site === undefined || site === of?.site
        ? []
        : { label: 'Only this site', line: siteLine('sources', site) },
    ].flat(),
    project.id,
  );
}

/** The pages cited most. */
export function sourcesPage(
  project: ProjectRef,
  sources: readonly Source[],
  all: lists.Rows<Source>,
  narrowed: Narrowed,
): Page {
  const share = alignShares(all.map((source) => source.share));
  const one = sourceIn(all);
  return lists.lookupPage({
    project,
    amount: amountListed(all, `cited ${one}`, narrowed.of),
    order: `Most cited first${all.some(({ share }) => share !== undefined) ? `, with each ${one}’s share of citations` : ''}. ${SPAN_UNKNOWN}`,
    only: onlyWords(narrowed),
    rows: sources.map((source) => ({
      text: beside(
        ...pageOf(source),
        lists.formatIfGiven(source.citations, (cited) => count(cited, 'citation')),
        lists.formatIfGiven(source.share, share),
        enginesOf(source),
      ),
      control: siteMenu(project, source, narrowed.of),
    })),
    onward: sourceTabs('sources', project, narrowed),
  });
}

/** An API may list sites instead of pages. */
const sourceIn = (all: readonly Source[]) => (all.some(({ url }) => url !== undefined) ? 'page' : 'site');

/** The same as a sortable table; shares are scaled by `all`. */
export function sourcesTable(
  project: ProjectRef,
  all: lists.Rows<Source>,
  narrowed: Narrowed,
  rows: readonly Source[] = all,
): lists.SortableList<Source> {
  const name = brief(project.name, 'project');
  return {
    head: `${name}: ${amountListed(all, `cited ${sourceIn(all)}`, narrowed.of)}`,
    caption: `Cited ${sourceIn(all)}s of ${name}`,
    order: 'most cited first',
    only: onlyWords(narrowed).map((one) => `only ${one}`),
    columns: [
      { heading: 'Page', cell: (source) => lists.linkCell(source.url, titleOf(source)) },
      lists.wordsColumn('Domain', 'place', ({ title, domain }) => (title !== undefined ? domain : undefined)),
      lists.figureColumn('Citations', all, ({ citations }) => citations),
      lists.shareColumn('Share', all, ({ share }) => share),
      lists.wordsColumn('Engines', 'line', ({ engines }) => engines?.join(', ')),
    ],
    rows,
    below: SPAN_UNKNOWN,
  };
}

/** The cited domains, with their shares. */
export function referrersPage(
  project: ProjectRef,
  referrers: readonly ReferrerRanking[],
  all: lists.Rows<ReferrerRanking>,
  of?: OfSite,
): Page {
  const share = alignShares(all.map((referrer) => referrer.share));
  return lists.lookupPage({
    project,
    amount: amountListed(all, 'cited domain', of),
    order: SPAN_UNKNOWN,
    only: onlyWords({ only: [], of }),
    rows: referrers.map((referrer) => ({
      text: beside(
        bold(brief(referrer.domain, 'name') || 'Unnamed domain'),
        count(referrer.citation_count, 'citation'),
        share(referrer.share),
      ),
      control: domainButton(project, referrer),
    })),
    chart: lists.barChart(
      'Citations by domain',
      'Citations',
      all.map(({ domain, citation_count }) => ({ label: domain, value: citation_count })),
      { said: true },
    ),
    onward: sourceTabs('referrers', project, { of }),
  });
}

function domainButton(project: ProjectRef, { domain }: ReferrerRanking): Control | undefined {
  const site = siteOf({ domain });
  if (site === undefined) return undefined;
  const hint = `The cited pages of ${brief(site, 'name')}`;
  return lineButton('Pages', siteLine('sources', site), project.id, hint);
}

/** Who was named in the latest answers. `runs`: by response id. `negativeOf`: all mentions, if `all` are the negative ones. */
export function mentionsPage(
  project: ProjectRef,
  mentions: readonly Mention[],
  {
    all,
    runs,
    negativeOf: of,
  }: { all: readonly Mention[]; runs: ReadonlyMap<string, string>; negativeOf?: number | undefined },
): Page {
  const negative = `${all.length === 0 ? 'none' : figure(all.length)} of the latest ${count(of ?? 0, 'mention')} of you ${all.length === 1 ? 'is' : 'are'} negative`;
  const counts = Map.groupBy(all, ({ entity_name }) => entity_name);
  const byName = [...counts].map(([label, { length }]) => ({ label, value: length }));
  return lists.lookupPage({
    project,
    amount: of ? negative : all.length === 0 ? 'no mentions yet' : countMentions(all),
    rows: mentions.map((mention) => ({
      text: beside(
        bold(brief(mention.entity_name, 'name') || 'Unnamed'),
        mention.rank_position !== null && `named ${ordinal(mention.rank_position)}`,
        mention.sentiment !== null && brief(mention.sentiment, 'place'),
        mention.description !== null && `“${brief(mention.description, 'prompt')}”`,
        dayName(mention.created_at.slice(0, 10)),
      ),
      control: runButton('answer', project, runs.get(mention.response_id), { names: mention.entity_name }),
    })),
    chart:
      of === undefined
        ? lists.barChart(
            'Mentions by name',
            'Mentions',
            byName.sort((a, b) => b.value - a.value),
          )
        : undefined,
    onward: actions([
      of !== undefined && lineButton('All mentions', 'mentions', project.id),
      lineButton('Compare…', 'compare', project.id),
    ]),
  });
}

/** `total` rows came without a limit. `by`: the engines asked about; `matching`: their searches, if the API names engines. */
export function searchesPage(
  project: ProjectRef,
  searches: readonly FanoutQuery[],
  total: number,
  { by = [], matching }: { by?: readonly string[]; matching?: number | undefined } = {},
): Page {
  const all = mayBeCut(total) ? `the ${figure(total)} most frequent` : figure(total);
  const theirs = matching === 0 ? 'none' : figure(matching ?? 0);
  const are = matching === 1 ? 'is' : 'are';
  const amount = `${all} ${total === 1 ? 'search' : 'searches'} by engines`;
  const untold = by.length > 0 && 'Which engine searched for what isn’t known: these are all of them.';
  const isCounted = searches.some((search) => search.count !== undefined);
  return lists.lookupPage({
    project,
    amount:
      total === 0
        ? 'no searches by engines yet'
        : matching === undefined
          ? amount
          : `${theirs} of ${amount} ${are} by ${by.join(' or ')}`,
    order: [matching === undefined && untold, isCounted && SPAN_UNKNOWN].filter(Boolean).join(' '),
    rows: searches.map((search) => ({
      text: beside(
        bold(brief(search.query ?? '', 'title') || 'Search not given'),
        search.count !== undefined && count(search.count, 'time'),
        enginesOf(search),
        search.prompt !== undefined && `for “${brief(search.prompt, 'prompt')}”`,
      ),
    })),
    onward: sourceTabs('searches', project),
  });
}

/** What engines said about a topic; `total` answers came without a limit. */
export function topicAnswersPage(
  project: ProjectRef,
  topic: string,
  answers: readonly TopicAnswer[],
  total: number,
): Page {
  const about = `on “${brief(topic, 'place')}”`;
  return lists.lookupPage({
    project,
    amount: total === 0 ? `no answers ${about} yet` : `${countLatest(total, 'answer')} ${about}`,
    order: 'Newest first',
    rows: answers.map((answer) => ({
      text: beside(
        say`“${flexible(brief(answer.evidence ?? answer.text ?? '', 'quote') || 'answer not given')}”`,
        brief(answer.engine ?? '', 'place'),
        asking(answer),
        dayOf(answer),
      ),
      control: runButton('answer', project, answer.promptRunId, answer),
    })),
    onward: actions([lineButton('Topic', `topic ${topic}`, project.id, 'How you stand on this topic')]),
  });
}

type Linked = { title?: string | undefined; domain?: string | undefined; url?: string | undefined };

function pageOf({ title, domain, url }: Linked): (Text | string | false)[] {
  return [
    link(linkable(url), titleOf({ title, domain })),
    title !== undefined && domain !== undefined && brief(domain, 'place'),
  ];
}

function titleOf({ title, domain }: Linked): string {
  return brief(title ?? domain ?? '', 'title') || 'Untitled page';
}

function enginesOf({
  engine,
  engines = [],
}: {
  engine?: string | undefined;
  engines?: string[] | undefined;
}) {
  const all = engine === undefined ? engines : [engine];
  return firstOf(all, ENGINES_SHOWN, (one) => brief(one, 'place')).join(', ');
}

function asking({ prompt }: { prompt?: string | undefined }): string | false {
  return prompt !== undefined && `to “${brief(prompt, 'prompt')}”`;
}

function dayOf({ createdAt }: { createdAt?: number | undefined }): string | false {
  return createdAt !== undefined && dayAt(createdAt, 'UTC');
}
