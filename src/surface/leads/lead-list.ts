/** The private list of a project’s leads as they stand now, page by page. */
import { findLeadsFeed, readMinScoreProposal } from '../../feeds/leads.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { figure } from '../../messages/figures.ts';
import { stateWord } from '../../messages/leads/lead-facts.ts';
import { leadListPage, leadsPerPage, leadTable, pagesOfLeads } from '../../messages/leads/lead-list.ts';
import { minScoreProposalParts } from '../../messages/leads/lead-proposals.ts';
import type { ListRef } from '../../messages/leads/lead-row.ts';
import type { Part } from '../../messages/page.ts';
import { tablePage } from '../../messages/sortable-table.ts';
import { feedOf, type Project } from '../../projects/projects.ts';
import { findIdle, isOfDeeds, type LeadQuery, QUERY_WORDS } from '../../rules/lead-filter.ts';
import { completeWord, findNearest, stemsOf } from '../../words/nearest.ts';
import { type Answer, type Ask, action, type CommandAsk } from '../ask.ts';
import { mayOffer, requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { addControls, makeQuestion } from '../run-command.ts';
import { isDirect, requireChannelSeen, requireSeen } from '../seen-by.ts';
import {
  applyFilters,
  chooseStates,
  countBelowMinimum,
  countOpen,
  describeUnknownPlaces,
  filterDays,
  filterOld,
  queryInWords,
  readMeantLeads,
  readStanding,
  sortLeads,
} from './find-leads.ts';
import { noLeadNamed } from './one-lead.ts';

/** All open leads next to a digest's headline and on the Home tab: every open lead. */
export const leadMore = action(ACTIONS.leadMore, async (ask) => {
  const { projectId } = requireCarried('leads', ask.value);
  const list = { of: '', page: 0 };
  if (ask.channel !== '') return listAnswer(requireVisible(projectId, ask), list, ask);
  const project = await requireSeen(projectId, ask);
  const there = { ...ask, channel: await requireChannelSeen(project, ask) };
  return listAnswer(project, list, there, true);
});

/** `isAlone`: nobody else reads where the answer goes, so there is nobody to share it with. */
export async function listAnswer(
  project: Project,
  list: ListRef,
  ask: Ask,
  isAlone = isDirect(ask.channel),
): Promise<Answer> {
  const answer = { ...(await leadList(project, list, ask)), share: !isAlone };
  return addControls(answer, makeQuestion('leads', list.of, project.id, ask.now(), list.page));
}

/** One page of the leads that the words ask for. `listed`: the leads of all pages and of this one (`here`). */
export async function leadList(project: Project, list: ListRef, ask: Ask, view?: CommandAsk['view']) {
  const found = await searchLeads(project, list, ask);
  const leads = found.leads.map(({ firstSeenAt, previousScore, ...lead }) => lead);
  const listed = { ...found, leads };
  const sortable = leads.length > 1;
  const inTable = sortable && view ? pagesOfLeads(listed) : undefined;
  const perPage = leadsPerPage(listed);
  const pages = inTable?.length ?? Math.max(1, Math.ceil(leads.length / perPage));
  const at = Math.min(list.page, pages - 1);
  const from = at * perPage;
  const inPage = new Set(inTable?.[at]?.map(({ key }) => key));
  const here = inTable ? leads.filter(({ key }) => inPage.has(key)) : leads.slice(from, from + perPage);
  const standing = await readStanding(project, here, ask);
  const message = inTable
    ? tablePage(leadTable(listed, standing), at, inTable).message
    : leadListPage({ ...listed, from }, here, standing);
  const left = { leads: here.map(({ key }) => key) };
  return { message, pages, share: true, sortable, left, listed: { ...listed, here } };
}

async function searchLeads(project: Project, list: ListRef, ask: Ask) {
  const isHead = list.of === '' && list.page === 0;
  const { query, now, day, timezone, kept, match, unnamed, unscored, asked, total, asOf, filters } =
    await readMeantLeads(project, list.of, ask);
  const only = queryInWords(query, day);
  // What is ruled out can't be why nothing matches, if no lead has it.
  const named = [...query.places, ...(match.length > 0 ? findIdle(kept, query) : [])];
  const noneFrom = await describeUnknownPlaces(named, [project.id], ask);
  if (match.length === 0 && list.of !== '') refuseNoMatch(query, list, only, kept, project, noneFrom);
  const { kept: passed, leftOut } = applyFilters(filterDays(match, query, timezone), query, filters, now);
  const matching = sortLeads(passed, query);
  const leads = matching.slice(0, query.top);
  const [state, another] = chooseStates(query);
  return {
    known: kept.length,
    project,
    leads,
    open: countOpen(leads),
    only,
    ended: another || state === 'new' ? undefined : state,
    matching:
      leads.length < matching.length ? { all: matching.length, open: countOpen(matching) } : undefined,
    leftOut,
    noneFrom,
    minScore: filters.minScore,
    // What people did is in the store, so those lists are complete.
    asked: isOfDeeds(query) ? undefined : asked,
    total,
    unnamed,
    unscored,
    below: countBelowMinimum(leads, query, filters),
    asOf,
    proposal: isHead ? await proposeMinScore(project, list, ask) : [],
    older: filterOld(kept, filters, now).length,
    now,
    order: query.order,
    mayAct: await mayOffer('leads', ask),
    list,
  };
}

/** Proposes a minimum score to people who may change the feed, if it is clear which feed this channel means. */
async function proposeMinScore(project: Project, list: ListRef, ask: Ask): Promise<(Part | undefined)[]> {
  const { db, team, channel } = ask;
  const feed = findLeadsFeed(project, channel);
  if (!feed || !(await mayOffer('configure', ask))) return [];
  const proposal = await readMinScoreProposal(db, team, project, feed, ask.now());
  if (!proposal) return [];
  const isMade = feedOf(ask.workspace.projects(), proposal.feed)?.revision !== undefined;
  return minScoreProposalParts(proposal, isMade, project, list);
}

/** For a query that no lead matches, if more than an empty list can be said. @throws Refused then */
function refuseNoMatch(
  query: LeadQuery,
  { of }: ListRef,
  only: readonly string[],
  kept: readonly { title?: string | undefined; score?: number | undefined }[],
  project: Project,
  noneFrom: string | undefined,
): void {
  const { handles, topics, words, all, minScore, since, until } = query;
  if (handles.length > 0) throw noLeadNamed(project);
  const because = 'filtered_out';
  // Another one may match: what is said holds for those that were looked through.
  const whichStates = all ? '' : `${chooseStates(query).map(stateWord).join(' or ')} `;
  if (noneFrom !== undefined) throw new Refused(noneFrom, { example: '/visibility leads', because });
  const best = Math.max(...kept.flatMap(({ score }) => score ?? []));
  const hasDays = (since ?? until) !== undefined;
  if (minScore !== undefined && !hasDays && Number.isFinite(best) && best < minScore)
    throw new Refused(
      `No ${whichStates}${project.name} lead has a score of ${figure(minScore)} or more. The best has ${figure(best)}.`,
      { tries: ['leads top:5', 'leads'], because },
    );
  if (topics.length > 0 || words !== '') {
    const titled = new Set(kept.flatMap(({ title }) => stemsOf(title ?? '').map(({ word }) => word)));
    const near =
      completeWord(words, [...titled]) ?? findNearest(words, [...QUERY_WORDS, 'warm', 'export']) ?? '';
    const whatever = { label: 'Answered and dismissed too', line: `leads ${of} all` };
    const tries = [`leads ${near}`.trim(), all ? 'leads all' : whatever];
    const sentence = `No ${whichStates}${project.name} lead matches (${only.join(', ')}).`;
    throw new Refused(sentence, { tries, because });
  }
}
