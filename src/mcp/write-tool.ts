/** What the tools that change something share: the guard of a click, the audit, and one effect per call. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { repeatedCallPage } from '../messages/program-answers.ts';
import type { Project } from '../projects/projects.ts';
import { findWrite } from '../store/audit.ts';
import { findKeyOfHandle } from '../store/handles.ts';
import type { Ask, Permission } from '../surface/ask.ts';
import { requireMember, requirePermission } from '../surface/guards.ts';
import { Refused } from '../surface/refused.ts';
import { requireChannelSeen } from '../surface/seen-by.ts';
import { createAsk, Handle, listProjectsSeen, requireProject, type Tool, type ToolAnswer } from './tool.ts';

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
export function writeTool<Input extends z.ZodRawShape, Thing>({
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
export type Done = Pick<ToolAnswer, 'page' | 'verdict' | 'isRefusal'>;

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
export type Target<Thing> = { thing: Thing; handle: string; project: Project; channel: string };

export async function findProjectTarget(
  { project: wanted }: { project?: string | undefined },
  { ask, seen }: Asker,
): Promise<Target<undefined>> {
  const project = requireProject(wanted, seen);
  return { thing: undefined, handle: '', project, channel: await requireChannelSeen(project, ask) };
}

type Named = { project?: string | undefined; handle: string };
export type Found<Thing> = Pick<Target<Thing>, 'thing' | 'channel'> | undefined;
type Look<Thing> = (key: string, named: Named, project: Project, ask: Ask) => Promise<Found<Thing>>;

/** Refuses a thing that the caller can't see in Slack in the same words as one that doesn't exist. */
export function findTarget<Thing>(look: Look<Thing>) {
  return async (named: Named, { ask, seen }: Asker): Promise<Target<Thing>> => {
    const { project: wanted, handle } = named;
    const all = listProjectsSeen(seen);
    const projects = wanted === undefined && all.length > 0 ? all : [requireProject(wanted, seen)];
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

const joinNames = (projects: readonly Project[]) => projects.map(({ name }) => name).join(', ');

export const shortName = (letter: 'L' | 'A' | 'S', of: string) =>
  Handle(letter, `Its short name, such as ${letter}12`, `Give the short name of ${of}, such as ${letter}12.`);

export function refused(sentence: string): Refused {
  return new Refused(`${sentence} Nothing changed.`);
}
