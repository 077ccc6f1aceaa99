/** What a project's answers mean for what the bot will show, leave out or be unable to do. Pure. */
import { operationsOf } from '../../feeds/feeds.ts';
import { count } from '../../messages/figures.ts';
import type { Feed, Project } from '../../projects/projects.ts';
import { mendOf, mendRefusedKey, refusedKeySentence } from '../../visibility/remedies.ts';
import type { Method } from './reads.ts';
import type { Finding, ProjectReport, ReadReport } from './report.ts';

/** `feeds` are this project's: what they need is needed for the main job. */
export function apiFindings(project: Project, report: ProjectReport, feeds: readonly Feed[]): Finding[] {
  const about = (findings: readonly Omit<Finding, 'subject'>[]) =>
    findings.map((finding) => ({ ...finding, subject: project.name }));
  return about([
    ...failures(report, feeds),
    ...report.reads.flatMap((read) => costs(read, feeds)),
    ...absent(report),
    ...scales(report, feeds),
    ...noLeads(report),
    ...unknownFields(report),
  ]);
}

/** What it means that the API refuses a key: once, however many projects use it. `feeds` are those of all of them. */
export function keyRefused(hit: readonly ProjectReport[], feeds: readonly Feed[]): Finding[] {
  const [first] = hit;
  if (!first) return [];
  const refused = first.reads.find(({ status }) => status !== undefined);
  const operations = hit.reduce((sum, { reads }) => sum + reads.length, 0);
  const whose = hit.slice(0, PROJECTS_SHOWN).map(({ name }) => name);
  const more = hit.length - whose.length;
  const projects = LIST.format(more > 0 ? [...whose, `${more} more`] : whose);
  const { level, cost } = costOf(feeds);
  const sentence = `${refusedKeySentence(first.keyName, refused?.status)}, so none of ${operations} operations of ${count(hit.length, 'project')} (${projects}) can be used. ${cost}`;
  return [{ level, subject: 'API', sentence, mend: mendRefusedKey(first.keyName) }];
}

const PROJECTS_SHOWN = 5;

/** `stopped` are the feeds that need what failed. */
function costOf(stopped: readonly Feed[]): { level: 'fault' | 'loss'; cost: string } {
  const kinds = [...new Set(stopped.map(({ kind }) => kind))];
  return kinds.length > 0
    ? { level: 'fault', cost: `So nothing is posted of: ${LIST.format(kinds)}.` }
    : {
        level: 'loss',
        cost: 'No feed needs it; in Slack a question that does is answered with a sentence that says so.',
      };
}

type Said = Omit<Finding, 'subject'>;

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Each kind of failure once, however many operations failed in this way. */
function failures({ reads, keyName }: ProjectReport, feeds: readonly Feed[]): Said[] {
  const failed = reads.filter(({ outcome }) => outcome === 'failed');
  return [...Map.groupBy(failed, ({ code = '' }) => code)].map(([code, alike]) => {
    const broken = feeds.filter(({ kind }) =>
      alike.some(({ operation }) => operationsOf(kind).includes(operation)),
    );
    const { level, cost } = costOf(broken);
    return { level, sentence: `${whatFailed(alike, reads.length)} ${cost}`, mend: mendOf(code, keyName) };
  });
}

function whatFailed(alike: readonly ReadReport[], all: number): string {
  const [first, ...more] = alike;
  const what = `${first?.operation} ${first?.why}`;
  return more.length === 0 ? what : `${alike.length} of ${all} operations failed, the first: ${what}`;
}

/** What it costs that an answer with rows holds a field in none of them. */
function costs({ method, names }: ReadReport, feeds: readonly Feed[]): Said[] {
  return costly(method, names?.missing ?? []).map(({ sentence, stops }) => {
    const fault = stops !== undefined && feeds.some(({ kind }) => kind === stops);
    return { level: fault ? 'fault' : 'loss', sentence, ...(fault && { mend: TELL_NAMES }) };
  });
}

function costly(method: ReadReport['method'], missing: readonly string[]): readonly Cost[] {
  const all = (MISSING[method] ?? []).filter(({ fields }) =>
    fields.every((field) => missing.includes(field)),
  );
  return all.filter((one) => !all.some((other) => includes(other, one)));
}

/** What is said of two fields together need not be said of one of them. */
const includes = (more: Cost, one: Cost) =>
  more.fields.length > one.fields.length && one.fields.every((field) => more.fields.includes(field));

/** Everything else that is missing, in one line. */
function absent({ reads }: ProjectReport): Said[] {
  const said = reads.flatMap(({ method, names }) => {
    const all = names?.missing ?? [];
    const told = costly(method, all).flatMap(({ fields }) => fields);
    const rest = all.filter((field) => !told.includes(field));
    return rest.length === 0 ? [] : [`${rest.join(', ')} (${method})`];
  });
  return said.length === 0
    ? []
    : [{ level: 'note', sentence: `Not sent, and so shown as absent: ${said.join('; ')}.` }];
}

const TELL_NAMES =
  'If the API has it under another name, `npm run learn -- --out api-profile.yml` shows which: put the name into that file, and the file under api: profile: in projects.yml.';

/** Thresholds are on the API's own scale, which nobody knows before its first answer. */
function scales({ reads }: ProjectReport, feeds: readonly Feed[]): Said[] {
  const scoresOf = (method: ReadReport['method']) => reads.find((read) => read.method === method)?.scores;
  const [leads, daily] = [scoresOf('communityLeads'), scoresOf('dailyScores')];
  return feeds.flatMap((feed): Said[] => {
    if (feed.kind === 'leads' && leads && feed.settings.min_score !== undefined) {
      const { min_score } = feed.settings;
      if (min_score <= leads.to) return [];
      const never = leads.scale === '0-1' && min_score > 1;
      return [
        {
          level: never ? 'fault' : 'loss',
          sentence: `No lead reaches min_score ${min_score}: the best has ${leads.to}${never ? ', on a scale from 0 to 1' : ''}. A digest would be empty.`,
          mend: `Set min_score on the API’s own scale, for example ${never ? min_score / 100 : leads.from}.`,
        },
      ];
    }
    if (feed.kind === 'scores' && daily?.scale === '0-1' && feed.settings.min_change >= 1) {
      const { min_change } = feed.settings;
      const sentence = `Daily scores go from 0 to 1 here, so min_change ${min_change} counts as ${min_change / 100}.`;
      return [{ level: 'note', sentence }];
    }
    return [];
  });
}

function noLeads({ reads }: ProjectReport): Said[] {
  const empty = reads.some(({ method, rows }) => method === 'communityLeads' && rows === 0);
  const sentence =
    'There is no community lead now, so how leads come is not known yet. Ask again when there is one.';
  return empty ? [{ level: 'note', sentence }] : [];
}

const UNKNOWN_SHOWN = 6;

function unknownFields({ reads }: ProjectReport): Said[] {
  const all = reads.flatMap(({ method, unknown }) => unknown.map((field) => `${method} ${field}`));
  if (all.length === 0) return [];
  const more = all.length > UNKNOWN_SHOWN ? ` and ${all.length - UNKNOWN_SHOWN} more` : '';
  const sentence = `The API sends what Sightline does not know, and does not show: ${all.slice(0, UNKNOWN_SHOWN).join(', ')}${more}.`;
  return [{ level: 'note', sentence }];
}

/** When all of `fields` are missing. `stops`: the kind of feed that then has nothing to post. */
export type Cost = { fields: readonly string[]; sentence: string; stops?: Feed['kind'] };

export const MISSING: Readonly<Partial<Record<Method, readonly Cost[]>>> = {
  communityLeads: [
    {
      fields: ['id', 'url'],
      sentence:
        'Leads come with neither id nor link: nobody can open them from Slack, and one whose title changes is announced again.',
    },
    { fields: ['url'], sentence: 'Leads come without a link: nobody can open the thread from Slack.' },
    { fields: ['title'], sentence: 'Leads come without a title: each reads “Untitled thread”.' },
    {
      fields: ['score'],
      sentence: 'Leads come without a score: their order is kept, and min_score leaves none of them out.',
    },
    {
      fields: ['postedAt'],
      sentence: 'Leads come without a date: each says “no date given”, and max_age leaves none of them out.',
    },
    {
      fields: ['place'],
      sentence: 'Leads come without their forum: places.never and muting leave none of them out.',
    },
  ],
  dailyScores: [
    {
      fields: ['score'],
      sentence: 'Daily scores come without a score: there is nothing to alert of.',
      stops: 'scores',
    },
    {
      fields: ['date'],
      sentence: 'Daily scores come without their day: none can be compared with another.',
      stops: 'scores',
    },
    {
      fields: ['engine', 'engineId'],
      sentence: 'Daily scores do not name engines: alerts and /visibility scores show the whole alone.',
    },
    {
      fields: ['complete'],
      sentence: 'Daily scores do not say which days are complete: a day counts as soon as it is over.',
    },
  ],
  topics: [
    {
      fields: ['label'],
      sentence: 'Topics come without a name: /visibility topic finds none of them.',
    },
  ],
  prompts: [
    { fields: ['text'], sentence: 'Prompts come without their words: the list shows none.' },
    { fields: ['id'], sentence: 'Prompts come without an id: none can be changed or looked into.' },
  ],
};
