/** The resources of the MCP server: things that a person sees in Slack, each at an address, drawn as a tool's answer is. */
import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { glossaryPage } from '../messages/ask/definitions.ts';
import { headline, type Page } from '../messages/page.ts';
import { pageOf } from '../outbox/post-kinds.ts';
import { standingOf } from '../outbox/standing.ts';
import type { Project } from '../projects/projects.ts';
import { latestAlerts } from '../store/alerts.ts';
import { decisionOf } from '../store/decision-of.ts';
import { latestPosts } from '../store/deliveries.ts';
import { handlesOf } from '../store/handles.ts';
import { leadsThatStand } from '../store/open-leads.ts';
import { notKnownHere } from '../surface/ask/plan-ask.ts';
import type { Ask } from '../surface/ask.ts';
import { readStatus } from '../surface/feeds/feed-commands.ts';
import { findChannelsSeen } from '../surface/seen-by.ts';
import { callTool } from './call-tool.ts';
import { askOf, projectMeant, projectsSeen } from './caller-ask.ts';
import { getLead, why } from './command-tools.ts';
import { type Caller, Project as ProjectName, type Tool, toolOf } from './tool.ts';

/** Recaps in one: as many weeks as people look back. */
const RECAPS = 4;

/** Of each kind of thing in the list of resources; others are found by tools. */
const LISTED = 50;
const ALERTS_LISTED_MS = 14 * DAY_MS;

/** What is listed of a project: the last part of its address, and its name there. Never words of strangers. */
type Listed = { part: string; name: string };

type Kind = {
  name: string;
  title: string;
  description: string;
  /** Behind the project; a handle stands in its place. */
  part: '/leads/{handle}' | '/alerts/{handle}' | '/recaps/latest' | '/status';
  /** What its handles begin with. */
  letter?: 'L' | 'A';
  tool: Tool;
  listed: (project: Project, ask: Ask) => Promise<Listed[]>;
};

const KINDS: readonly Kind[] = [
  {
    name: 'lead',
    title: 'A lead',
    description: 'One community lead by its short name, as get_lead tells it.',
    part: '/leads/{handle}',
    letter: 'L',
    tool: getLead,
    listed: listedLeads,
  },
  {
    name: 'alert',
    title: 'An alert',
    description: 'One alert by its short name: what moved, and why.',
    part: '/alerts/{handle}',
    letter: 'A',
    tool: why,
    listed: listedAlerts,
  },
  {
    name: 'recaps',
    title: 'The last recaps',
    description: `The last ${RECAPS} recaps that were posted to channels you are in.`,
    part: '/recaps/latest',
    tool: aboutProject('recaps', recapsPage),
    listed: async ({ name }) => [{ part: '/recaps/latest', name: `${name}: last recaps` }],
  },
  {
    name: 'status',
    title: 'Status',
    description: 'Whether all is well with a project: last polls, next posts, what is paused or missed.',
    part: '/status',
    tool: aboutProject('status', async (project, ask) => {
      if (ask.isStoreEmpty) throw notKnownHere('“npm run doctor” checks the settings.');
      return (await readStatus([project], ask)).page;
    }),
    listed: async ({ name }) => [{ part: '/status', name: `${name}: status` }],
  },
];

const GLOSSARY = {
  uri: 'sightline://glossary',
  title: 'What the words mean',
  description: 'Lead, digest, mention, citation, share, score and the like, each in a sentence.',
};

const MARKDOWN = 'text/markdown';

/** Lists what the caller may see, and nothing else is found. */
export function addResources(server: McpServer, caller: Caller): void {
  const { uri: address, ...about } = GLOSSARY;
  const glossary = toolOf({
    name: 'glossary',
    ...about,
    input: z.object({}),
    run: async () => ({ page: glossaryPage() }),
  });
  server.registerResource('glossary', address, { ...about, mimeType: MARKDOWN }, ({ href }) =>
    contents(href, glossary, {}, caller),
  );
  for (const { name, title, description, part, letter, tool, listed } of KINDS) {
    const list = async () => ({ resources: await listedOf(listed, caller) });
    const template = new ResourceTemplate(`sightline://{project}${part}`, { list });
    const config = { title, description, mimeType: MARKDOWN };
    server.registerResource(name, template, config, ({ href }, { project, handle }) => {
      const named = letter === undefined ? undefined : decoded(href, handle).toUpperCase();
      if (named !== undefined && !named.startsWith(letter ?? '')) throw nothingAt(href);
      return contents(href, tool, { project: decoded(href, project), handle: named }, caller);
    });
  }
}

async function contents(
  uri: string,
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<ReadResourceResult> {
  const fits = tool.input.safeParse(given);
  if (!fits.success) throw nothingAt(uri);
  const { content, isError } = await callTool(tool, fits.data, caller);
  const text = content.flatMap((one) => (one.type === 'text' ? one.text : [])).join('\n');
  if (isError) throw new ResourceNotFoundError(uri, text);
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}

function nothingAt(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(uri, 'Nothing is at this address.');
}

/** @throws ResourceNotFoundError for what is no part of an address */
function decoded(uri: string, part: string | string[] | undefined): string {
  try {
    return decodeURIComponent(`${part}`);
  } catch {
    throw nothingAt(uri);
  }
}

async function listedOf(listed: Kind['listed'], caller: Caller) {
  const ask = await askOf(caller);
  if (ask.isStoreEmpty) return [];
  const all = projectsSeen(ask).map(async (project) =>
    (await listed(project, ask)).map(({ part, name }) => ({
      uri: `sightline://${encodeURIComponent(project.id)}${part}`,
      name,
      title: name,
      mimeType: MARKDOWN,
    })),
  );
  return (await Promise.all(all)).flat().slice(0, LISTED);
}

async function listedLeads({ id: projectId, name }: Project, { db, team }: Ask): Promise<Listed[]> {
  const leads = (await leadsThatStand(db, { team, projectId }, ['new', 'claimed'])).slice(0, LISTED);
  return named(leads, `/leads/`, `${name}: lead`, { db, team });
}

async function listedAlerts(project: Project, ask: Ask): Promise<Listed[]> {
  const { db, team, now } = ask;
  const channels = await findChannelsSeen(project, ask);
  const alerts = await latestAlerts(db, team, { channels, since: now() - ALERTS_LISTED_MS });
  const own = alerts.flatMap(({ alert }) => (alert.project.id === project.id ? alert : []));
  return named(own, `/alerts/`, `${project.name}: alert`, { db, team });
}

/** By their short names, in their order. */
async function named(
  things: readonly { key: string }[],
  folder: string,
  name: string,
  { db, team }: Pick<Ask, 'db' | 'team'>,
): Promise<Listed[]> {
  const keys = things.map(({ key }) => key);
  const handles = await handlesOf(db, team, keys);
  return keys.flatMap((key) => {
    const handle = handles[key];
    return handle === undefined ? [] : { part: `${folder}${handle}`, name: `${name} ${handle}` };
  });
}

/** What is read of a project alone. */
function aboutProject(name: string, pageFor: (project: Project, ask: Ask) => Promise<Page>): Tool {
  return toolOf({
    name,
    title: name,
    description: name,
    input: z.object({ project: ProjectName }),
    async run({ project: named }, caller) {
      const ask = await askOf(caller);
      const project = projectMeant(named, ask);
      return { page: await pageFor(project, ask), project };
    },
  });
}

/** As their channels read them, newest first. */
async function recapsPage(project: Project, ask: Ask): Promise<Page> {
  if (ask.isStoreEmpty) throw notKnownHere('overview says how the project stands.');
  const { db, team, workspace } = ask;
  const channels = await findChannelsSeen(project, ask);
  const posts = await latestPosts(db, team, { kind: 'recap', projectId: project.id, channels }, RECAPS);
  const drawn = posts.map(async (post) => {
    const decision = decisionOf(post);
    if (!decision) return [];
    const place = { channel: post.channel, isMember: workspace.isMember, areAllIn: async () => false };
    return pageOf(decision, await standingOf(db, team, decision, workspace.projects(), place)).parts;
  });
  const parts = (await Promise.all(drawn)).flat();
  if (parts.length > 0) return { parts };
  return { parts: [headline(`No recap of ${project.name} stands in the channels you’re in.`)] };
}
