/** The tools that change something: each does what a button or a form does, guarded, audited, and once per call. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { VERDICTS } from '../carried.ts';
import { MINUTE_MS } from '../durations.ts';
import { leadSettledPage } from '../messages/leads/claims.ts';
import { DISMISS_REASONS, OTHER_REASON } from '../messages/leads/lead-facts.ts';
import { LONGEST_WORDS } from '../messages/leads/lead-forms.ts';
import { confirmDecisionPage, repeatedCallPage, withNote, withReaders } from '../messages/program-answers.ts';
import { writesOf } from '../outbox/standing.ts';
import type { Project } from '../projects/projects.ts';
import { today } from '../rules/calendar.ts';
import { type LeadAct, snoozeDays, snoozeUntil } from '../rules/lead-state.ts';
import { findWrite } from '../store/audit.ts';
import { findKeyOfHandle } from '../store/handles.ts';
import { readLeadTrace } from '../store/lead-stories.ts';
import type { Ask, Permission } from '../surface/ask.ts';
import { requireMember, requirePermission } from '../surface/guards.ts';
import { actOnLeads, readBrief } from '../surface/leads/act-on-lead.ts';
import { findReplyFault, isSnooze, SNOOZE_FAULT } from '../surface/leads/lead-forms.ts';
import { type ClickedLead, findLeads, readLeadStanding } from '../surface/leads/one-lead.ts';
import {
  acceptAsShown,
  findOpenSuggestion,
  fingerprintPrompts,
  requireOpenSuggestion,
  settle,
} from '../surface/prompts/settle-suggestion.ts';
import { findSuggestionSeen, readOutcome } from '../surface/prompts/suggestions.ts';
import { askFirst, findUntracked, sendPrompt } from '../surface/prompts/track.ts';
import { Refused } from '../surface/refused.ts';
import { type ClickedAlert, countNotUseful, findAlertsIn, keepVerdict } from '../surface/scores/alert.ts';
import { findChannelsSeen, requireChannelSeen } from '../surface/seen-by.ts';
import {
  createAsk,
  Handle,
  joinNames,
  listProjectsMeant,
  ProjectName,
  requireProject,
  type Tool,
  type ToolAnswer,
} from './tool.ts';

/** `act` does it like a click in the target's channel. Undefined if the call was made before. */
type WriteTool<Input extends z.ZodRawShape, Thing> = Pick<Tool, 'name' | 'title' | 'description' | 'next'> & {
  input: Input;
  permission: Permission;
  find: (given: z.infer<z.ZodObject<Input>>, asker: Asker) => Promise<Target<Thing>>;
  act: (target: Target<Thing>, given: z.infer<z.ZodObject<Input>>, ask: Ask) => Promise<Done | undefined>;
};

const CALL = {
  call_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'An id of your choice for this call. The same id never writes twice. Without one, the same call in the same minute counts once.',
    ),
};

/** `realNow`: epoch ms by the client's clock; the bot's may stand still in a sandbox. */
function writeTool<Input extends z.ZodRawShape, Thing>({
  name,
  input,
  permission,
  find,
  act,
  ...words
}: WriteTool<Input, Thing>): (realNow: () => number) => Tool {
  const own = z.object(input);
  const whole = z.strictObject({ ...input, ...CALL });
  return (realNow) => ({
    ...words,
    name,
    input: whole,
    writes: true,
    async run(given, caller) {
      const { person, workspace } = caller;
      if (person === '') {
        throw new Refused(
          'Changes are made in somebody’s name, and here you’re nobody in Slack. Make this one in Slack, or connect with a token of your own.',
        );
      }
      const id = callIdFor(person, name, given, realNow());
      const seen = await createAsk({ ...caller, callId: id });
      await requirePermission(permission, seen);
      const anywhere: Ask = { ...seen, workspace, channel: '' };
      const ownInput = own.parse(given);
      const target = await find(ownInput, { ask: anywhere, seen });
      const { project, handle, channel } = target;
      const ask = { ...anywhere, channel };
      await requireMember(ask, 'now');
      const findEarlier = () => findEarlierCall(ask, handle);
      const done =
        (await findEarlier()) ??
        (await act(target, ownInput, ask).catch(async (error: unknown) => {
          // The audit refuses the second of two simultaneous calls: it's answered with the outcome of the first.
          const earlier = error instanceof Refused ? await findEarlier() : undefined;
          if (earlier) return earlier;
          throw error;
        })) ??
        (await findEarlier());
      if (!done) throw new Refused('Nothing changed.');
      return { ...done, project: { id: project.id, name: project.name } };
    },
  });
}

/** The outcome of a call; `verdict`: done, done_already, not_done or asks_first. */
type Done = Pick<ToolAnswer, 'page' | 'verdict' | 'isRefusal'>;

/** From the person, the input and the minute, or their `call_id`: JSON-RPC ids start over. `realNow`: epoch ms. */
function callIdFor(person: string, tool: string, given: object, realNow: number): string {
  const { call_id: own, ...what }: { call_id?: unknown } = given;
  const call = [person, tool, what, own ?? Math.floor(realNow / MINUTE_MS)];
  return `mcp ${hash('sha256', JSON.stringify(call))}`;
}

/** The outcome of the same call made earlier; undefined if this is the first. `handle`: the target's short name. */
async function findEarlierCall({ db, team, id }: Ask, handle: string): Promise<Done | undefined> {
  // Each lead has an audit row of its own.
  const row = (await findWrite(db, team, id)) ?? (await findWrite(db, team, `${id} ${handle}`));
  return row && { page: repeatedCallPage(row), verdict: 'done_already' };
}

/** The caller in no channel, and (`seen`) as in a direct message, where everything they see is visible. */
type Asker = { ask: Ask; seen: Ask };

/** What a call is about, and the channel to act in. `handle`: the thing's short name. */
type Target<Thing> = { thing: Thing; handle: string; project: Project; channel: string };

async function findProjectTarget(
  { project: wanted }: { project?: string | undefined },
  { ask, seen }: Asker,
): Promise<Target<undefined>> {
  const project = requireProject(wanted, seen);
  return { thing: undefined, handle: '', project, channel: await requireChannelSeen(project, ask) };
}

type Named = { project?: string | undefined; handle: string };
type Found<Thing> = Pick<Target<Thing>, 'thing' | 'channel'> | undefined;
type Look<Thing> = (key: string, named: Named, project: Project, ask: Ask) => Promise<Found<Thing>>;

/** Refuses a thing that the caller can't see in Slack in the same words as one that doesn't exist. */
function findTarget<Thing>(look: Look<Thing>) {
  return async (named: Named, { ask, seen }: Asker): Promise<Target<Thing>> => {
    const { project: wanted, handle } = named;
    const projects = listProjectsMeant(wanted, seen);
    const key = (await findKeyOfHandle(ask.db, ask.team, handle)) ?? '';
    const looked = projects.map(async (project) => {
      const found = await look(key, named, project, ask);
      return found ? [{ ...found, handle, project }] : [];
    });
    const found = (await Promise.all(looked)).flat();
    const [only, second] = found;
    if (only && !second) return only;
    throw new Refused(
      only
        ? `${handle} is in ${joinNames(found.map(({ project }) => project))}. Say which project you mean.`
        : `You see no ${handle} in ${joinNames(projects)}. Nothing changed.`,
    );
  };
}

const shortName = (letter: 'L' | 'A' | 'S', of: string) =>
  Handle(letter, `Its short name, such as ${letter}12`, `Give the short name of ${of}, such as ${letter}12.`);

function refused(sentence: string): Refused {
  return new Refused(`${sentence} Nothing changed.`);
}

const findLeadTarget = findTarget(async (_, { handle }, project, ask): Promise<Found<ClickedLead>> => {
  const [channel] = await findChannelsSeen(project, ask);
  if (channel === undefined) return undefined;
  const [thing] = await findLeads(project.id, [handle], { ...ask, channel });
  return thing && { thing, channel };
});

const findAlertTarget = findTarget(async (key, _, project, ask): Promise<Found<ClickedAlert>> => {
  const [thing] = await findAlertsIn(key, project, ask);
  return thing && { thing, channel: thing.at.channel };
});

type SeenSuggestion = NonNullable<Awaited<ReturnType<typeof findSuggestionSeen>>>;

const findSuggestionTarget = findTarget(async (key, _, project, ask): Promise<Found<SeenSuggestion>> => {
  const thing = await findSuggestionSeen(key, project, ask);
  const channel = thing?.posts[0]?.channel;
  return thing && channel !== undefined ? { thing, channel } : undefined;
});

const Lead = shortName('L', 'a lead');

const claimLead = writeTool({
  name: 'claim_lead',
  title: 'Claim a lead',
  description:
    'Tells the team in Slack that the person will reply to this lead, and returns what to know before replying.',
  input: { project: ProjectName, handle: Lead },
  permission: 'leads',
  find: findLeadTarget,
  act: (lead, _, ask) => actOn(lead, { kind: 'claim' }, ask),
});

const REASONS = DISMISS_REASONS.map(({ id }) => id).join(', ');

const OUTCOME = {
  project: ProjectName,
  handle: Lead,
  outcome: z.enum(['replied', 'not_for_us', 'helpful', 'removed', 'released', 'reopened']),
  reply_url: z.string().max(2_000).optional().describe('Link to the reply. Only with replied.'),
  reason: z
    .string()
    .max(LONGEST_WORDS)
    .optional()
    .describe(`Only with not_for_us: ${REASONS}, or a few words.`),
};

const setLeadOutcome = writeTool({
  name: 'set_lead_outcome',
  title: 'Record what became of a lead',
  description:
    'Sets one of: replied (with reply_url, if there is one), not_for_us (with a reason), helpful or removed (what became of the reply), released (ends the person’s own claim), reopened.',
  input: OUTCOME,
  permission: 'leads',
  find: findLeadTarget,
  act: (lead, given, ask) => actOn(lead, toLeadAct(lead.thing, given, ask), ask),
});

/** @throws Refused where the form in Slack would */
function toLeadAct(
  { handle, lead }: ClickedLead,
  given: z.infer<z.ZodObject<typeof OUTCOME>>,
  { person }: Ask,
): LeadAct {
  const { outcome } = given;
  const [url, reason] = [given.reply_url?.trim() || undefined, given.reason?.trim() || undefined];
  if (url !== undefined && outcome !== 'replied') throw refused('reply_url goes only with replied.');
  if (reason !== undefined && outcome !== 'not_for_us') throw refused('reason goes only with not_for_us.');
  const fault = url && findReplyFault(url);
  if (fault) throw refused(fault);
  switch (outcome) {
    case 'replied':
      return { kind: 'reply', url };
    case 'not_for_us':
      if (reason === undefined || reason === OTHER_REASON.id)
        throw refused(`Say why: ${REASONS}, or a few words.`);
      return { kind: 'dismiss', reason };
    case 'helpful':
    case 'removed':
      return { kind: 'outcome', outcome };
    case 'released':
      if (lead.state.state === 'claimed' && lead.state.by !== person)
        throw refused(`A colleague claimed ${handle}. Release in its ⋯ menu in Slack ends their claim.`);
      return { kind: 'release' };
    case 'reopened':
      return { kind: 'reopen' };
  }
}

const snoozeLead = writeTool({
  name: 'snooze_lead',
  title: 'Snooze a lead',
  description: 'Hides a lead until a day: tomorrow, next_week (Monday) or a date.',
  input: {
    project: ProjectName,
    handle: Lead,
    until: z
      .union([z.enum(['tomorrow', 'next_week']), z.iso.date()])
      .describe('tomorrow, next_week or YYYY-MM-DD'),
  },
  permission: 'leads',
  find: findLeadTarget,
  act(lead, { until: day }, ask) {
    const { timezone } = lead.thing;
    const { tomorrow, nextWeek } = snoozeDays(ask.now(), timezone);
    const meant = day === 'tomorrow' ? tomorrow : day === 'next_week' ? nextWeek : day;
    const until = snoozeUntil(meant, timezone);
    if (!isSnooze(until, ask.now())) throw refused(`${SNOOZE_FAULT} Today is ${today(ask.now(), timezone)}.`);
    return actOn(lead, { kind: 'snooze', until }, ask);
  },
});

async function actOn({ thing: lead, project, handle }: Target<ClickedLead>, act: LeadAct, ask: Ask) {
  const acted = await actOnLeads([lead], act, ask);
  if (acted !== 'changed')
    return acted && 'message' in acted
      ? { page: acted.message, verdict: 'not_done', isRefusal: true }
      : undefined;
  const settled = { project, lead: lead.lead, handle, standing: await readLeadStanding(lead.at, ask) };
  const page = act.kind === 'claim' ? await readBrief(lead, ask) : leadSettledPage(settled, ask.now());
  const { posts } = await readLeadTrace(ask.db, lead.at, await findChannelsSeen(project, ask));
  const places = new Set(posts.flatMap(({ channel, state }) => (state === 'sent' ? channel : [])));
  return { page: withReaders(page, [...places]), verdict: 'done' };
}

const judgeAlert = writeTool({
  name: 'judge_alert',
  title: 'Mark an alert as not useful',
  description:
    'Records that an alert wasn’t useful to the person, and what was wrong with it. Enough of these lead to a better threshold.',
  input: {
    project: ProjectName,
    handle: shortName('A', 'an alert'),
    what_was_wrong: z.enum(VERDICTS).optional(),
  },
  permission: 'leads',
  find: findAlertTarget,
  async act({ thing: alert, handle }, { what_was_wrong: verdict }, ask) {
    const { counted, message } = await countNotUseful(alert, ask);
    if (counted === undefined) return undefined;
    const page = verdict === undefined ? message : await keepVerdict(alert.at, verdict, ask);
    const seen = `Anyone who asks why ${handle} came sees how many people said so.`;
    return { page: withNote(page, seen), verdict: 'done' };
  },
});

const trackPromptTool = writeTool({
  name: 'track_prompt',
  title: 'Track a prompt',
  description: 'Asks AI engines this prompt every day from now on.',
  next: 'If the verdict is asks_first, nothing is tracked yet. Ask the person; if they agree, repeat the call with sure.',
  input: {
    project: ProjectName,
    prompt: z.string().describe('Worded as a customer would ask it'),
    sure: z.boolean().optional().describe('The person has been asked, and wants it tracked'),
  },
  permission: 'prompts',
  find: findProjectTarget,
  async act({ project }, { prompt: words, sure }, ask) {
    const found = await findUntracked(project, words, ask);
    const question = sure ? undefined : askFirst(project, found);
    if (question) return { page: question, verdict: 'asks_first' };
    const page = await sendPrompt(project, found.prompt, ask);
    const seen = `Everyone who sees ${project.name} finds it among the prompts.`;
    return { page: withNote(page, seen), verdict: 'done' };
  },
});

const decideSuggestion = writeTool({
  name: 'decide_suggestion',
  title: 'Accept or dismiss a suggested segment',
  description:
    'The first call returns what the decision means and a code. A second call with that code as confirm decides.',
  next: 'If the verdict is asks_first, nothing is decided yet. Ask the person; if they agree, repeat the call with the code as confirm.',
  input: {
    project: ProjectName,
    handle: shortName('S', 'a suggested segment'),
    decision: z.enum(['accept', 'dismiss']),
    confirm: z.string().max(100).optional().describe('The code from the first answer'),
  },
  permission: 'prompts',
  find: findSuggestionTarget,
  async act({ thing, project }, { decision, confirm }, ask) {
    const { news: posted, posts } = thing;
    const key = { team: ask.team, projectId: project.id, suggestionId: posted.suggestion.id };
    const clicked = { project, key };
    const { news } = decision === 'accept' ? await requireOpenSuggestion(clicked, ask) : { news: posted };
    const meaning = fingerprintPrompts(decision === 'accept' ? news : posted);
    const code = hash('sha256', `${decision} ${posted.suggestion.id} ${meaning}`).slice(0, 12);
    if (confirm?.trim() !== code) {
      const page = confirmDecisionPage(news, decision, writesOf(ask.workspace.projects()), code);
      return { page, verdict: 'asks_first' };
    }
    if (decision === 'accept') await acceptAsShown(clicked, meaning, ask);
    else await settle(clicked, 'dismissed', ask, () => findOpenSuggestion(clicked, ask));
    const places = posts.flatMap(({ channel, state }) => (state === 'sent' ? channel : []));
    return { page: withReaders(await readOutcome(news, ask), places), verdict: 'done' };
  },
});

const ALL = [claimLead, setLeadOutcome, snoozeLead, judgeAlert, trackPromptTool, decideSuggestion];

/** `realNow`: epoch ms by the machine’s clock. */
export function createWriteTools(realNow: () => number): readonly Tool[] {
  return ALL.map((tool) => tool(realNow));
}
