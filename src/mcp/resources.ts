/** The resources of the MCP server: what a person can see in Slack, each at an address, drawn like a tool's answer. */
import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { leadSummary, stateWord } from '../messages/leads/lead-facts.ts';
import { glossaryPage } from '../messages/lookups/help.ts';
import { headline, type Page } from '../messages/page.ts';
import { alertLine, isOpenAlert } from '../messages/scores/scores-answer.ts';
import { say, type Text } from '../messages/text.ts';
import { drawPage } from '../outbox/post-kinds.ts';
import { readStanding } from '../outbox/standing.ts';
import { type Project, timezoneOf } from '../projects/projects.ts';
import { textFor } from '../slack/text.ts';
import { readStandingLeads } from '../store/announced.ts';
import { readDecision, readLatestPosts } from '../store/deliveries.ts';
import { readHandles } from '../store/handles.ts';
import { notKnownHere } from '../surface/ask/plan-ask.ts';
import type { Ask } from '../surface/ask.ts';
import { readStatus } from '../surface/feeds/feed-commands.ts';
import { findAlertsSeen } from '../surface/scores/scores.ts';
import { findChannelsSeen } from '../surface/seen-by.ts';
import { callTool, withoutMarks } from './call-tool.ts';
import { getLead, why } from './command-tools.ts';
import {
  askAbout,
  type Caller,
  createAsk,
  listProjectsSeen,
  projectTool,
  type Tool,
  toolOf,
} from './tool.ts';

const RECAPS = 4;

const MAX_LISTED = 50;
const MAX_TITLE_CHARS = 200;
const ALERTS_LISTED_MS = 14 * DAY_MS;

/** An entry in the list of resources; only `title` may quote strangers. `part`: the end of its address. */
type Entry = { part: string; name: string; title?: Text; description?: string };

type Kind = {
  name: string;
  title: string;
  description: string;
  part: '/leads/{handle}' | '/alerts/{handle}' | '/recaps/latest' | '/status';
  letter?: 'L' | 'A';
  tool: Tool;
  /** Its entries for a project; without it there's one. */
  list?: (project: Project, ask: Ask, most: number) => Promise<Entry[]>;
};

const KINDS: readonly Kind[] = [
  {
    name: 'lead',
    title: 'A lead',
    description: 'One community lead by its short name, like get_lead.',
    part: '/leads/{handle}',
    letter: 'L',
    tool: getLead,
    list: listLeads,
  },
  {
    name: 'alert',
    title: 'An alert',
    description: 'One alert by its short name: what moved, and why.',
    part: '/alerts/{handle}',
    letter: 'A',
    tool: why,
    list: listAlerts,
  },
  {
    name: 'recaps',
    title: 'Latest recaps',
    description: `The last ${RECAPS} recaps posted to channels you’re in.`,
    part: '/recaps/latest',
    tool: pageTool('recaps', readRecaps),
  },
  {
    name: 'status',
    title: 'Status',
    description: 'How a project’s feeds are doing: last polls, next posts, and what is paused or missed.',
    part: '/status',
    tool: pageTool('status', async (project, ask) => {
      if (ask.isStoreEmpty) throw notKnownHere('“npm run doctor” checks the settings.');
      return (await readStatus([project], ask)).page;
    }),
  },
];

const GLOSSARY = {
  uri: 'sightline://glossary',
  title: 'What the words mean',
  description: 'What lead, digest, mention, citation, share, score and other terms mean, in a sentence each.',
};

const MARKDOWN = 'text/markdown';

/** The caller finds only what they may see. */
export function addResources(server: McpServer, caller: Caller): void {
  const { uri: address, ...about } = GLOSSARY;
  const glossary = toolOf({
    name: 'glossary',
    ...about,
    input: z.object({}),
    run: async () => ({ page: glossaryPage() }),
  });
  server.registerResource('glossary', address, { ...about, mimeType: MARKDOWN }, ({ href }) =>
    readContents(href, glossary, {}, caller),
  );
  for (const kind of KINDS) {
    const { name, title, description, part, letter, tool } = kind;
    const template = new ResourceTemplate(`sightline://{project}${part}`, {
      list: async () => ({ resources: await listResources(kind, caller) }),
    });
    const config = { title, description, mimeType: MARKDOWN };
    server.registerResource(name, template, config, ({ href }, { project, handle }) => {
      const named = letter === undefined ? undefined : decodePart(href, handle).toUpperCase();
      if (named !== undefined && !named.startsWith(letter ?? '')) throw nothingAt(href);
      return readContents(href, tool, { project: decodePart(href, project), handle: named }, caller);
    });
  }
}

async function readContents(
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
  return new ResourceNotFoundError(uri, 'There’s nothing at this address.');
}

/** @throws ResourceNotFoundError if it isn't percent-encoded properly */
function decodePart(uri: string, part: string | string[] | undefined): string {
  try {
    return decodeURIComponent(`${part}`);
  } catch {
    throw nothingAt(uri);
  }
}

async function listResources({ part: only, title: called, list }: Kind, caller: Caller) {
  const ask = await createAsk(caller);
  if (ask.isStoreEmpty) return [];
  const seen = listProjectsSeen(ask);
  const most = Math.ceil(MAX_LISTED / seen.length);
  const all = seen.map(async (project) => {
    const write = textFor({ timezone: timezoneOf(ask.workspace.projects(), project), names: new Map() });
    const one = { part: only, name: `${project.name}: ${called.toLowerCase()}` };
    const entries: Entry[] = list ? await list(project, ask, most) : [one];
    return entries.slice(0, most).map(({ part, name, title, description }) => ({
      uri: `sightline://${encodeURIComponent(project.id)}${part}`,
      name,
      title: title ? withoutMarks(write(title, MAX_TITLE_CHARS)) : name,
      ...(description !== undefined && { description }),
      mimeType: MARKDOWN,
    }));
  });
  return (await Promise.all(all)).flat();
}

async function listLeads(project: Project, { db, team, now }: Ask, most: number): Promise<Entry[]> {
  const of = { team, projectId: project.id };
  const leads = (await readStandingLeads(db, of, ['new', 'claimed'])).slice(0, most);
  const keys = leads.map(({ key }) => key);
  const handles = await readHandles(db, team, keys);
  return leads.flatMap((lead) => {
    const handle = handles[lead.key];
    if (handle === undefined) return [];
    // So that the title can't end the quotation that it stands in.
    const title = lead.title?.replace(/[“”]/g, '"');
    return {
      part: `/leads/${handle}`,
      name: `${project.name}: lead ${handle}`,
      title: say`${handle}: ${leadSummary({ ...lead, title }, now())}`,
      description: `Lead of ${project.name}, ${stateWord(lead.state.state)}: its score, its thread’s title in a stranger’s words, its place and age.`,
    };
  });
}

async function listAlerts(project: Project, ask: Ask): Promise<Entry[]> {
  const alerts = await findAlertsSeen(askAbout(project, ask), ask.now() - ALERTS_LISTED_MS);
  return alerts.map((alert) => ({
    part: `/alerts/${alert.handle}`,
    name: `${project.name}: alert ${alert.handle}`,
    title: alertLine(alert),
    description: `Alert of ${project.name}, ${isOpenAlert(alert) ? 'open' : 'over'}.`,
  }));
}

function pageTool(name: string, pageFor: (project: Project, ask: Ask) => Promise<Page>): Tool {
  return projectTool({
    name,
    title: name,
    description: name,
    input: {},
    run: async (_, { project, ask }) => ({ page: await pageFor(project, ask) }),
  });
}

async function readRecaps(project: Project, ask: Ask): Promise<Page> {
  if (ask.isStoreEmpty) throw notKnownHere('overview says how the project stands.');
  const { db, team, workspace } = ask;
  const channels = await findChannelsSeen(project, ask);
  const posts = await readLatestPosts(db, team, { kind: 'recap', projectId: project.id, channels }, RECAPS);
  const drawn = posts.map(async (post) => {
    const decision = readDecision(post);
    if (!decision) return [];
    const place = { channel: post.channel, isMember: workspace.isMember };
    return drawPage(decision, await readStanding(db, team, decision, workspace.projects(), place)).parts;
  });
  const parts = (await Promise.all(drawn)).flat();
  if (parts.length > 0) return { parts };
  return { parts: [headline(`No recap of ${project.name} was posted in the channels you’re in.`)] };
}
