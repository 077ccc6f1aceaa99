/** How a writing tool runs, whichever it is: who may, what is meant, each call once, and what is said of it. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { repeatedCallPage } from '../messages/program-answers.ts';
import { writeOf } from '../store/audit.ts';
import type { Ask, Permission } from '../surface/ask.ts';
import { requireMember, requirePermission } from '../surface/guards.ts';
import { Refused } from '../surface/refused.ts';
import { askOf } from './caller-ask.ts';
import type { Asker, Meant } from './meant.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/**
 * `meant` finds what a call is about, `act` does it; `ask` is then as if it had been clicked in that channel. Undefined where this call
 * was taken already.
 */
type WriteTool<Input extends z.ZodRawShape, Thing> = Pick<Tool, 'name' | 'title' | 'description' | 'next'> & {
  input: Input;
  permission: Permission;
  meant: (given: z.infer<z.ZodObject<Input>>, asker: Asker) => Promise<Meant<Thing>>;
  act: (meant: Meant<Thing>, given: z.infer<z.ZodObject<Input>>, ask: Ask) => Promise<Done | undefined>;
};

/** What every writing tool takes beside its own. */
const CALL = {
  call_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Your own id of this call: the same one never writes twice. Without it, the same call in the same minute counts once.',
    ),
};

/** The tool, once it is known how late it is, in epoch ms at the client’s pace. */
type Timed = (realNow: () => number) => Tool;

export function writeTool<Input extends z.ZodRawShape, Thing>({
  name,
  input,
  permission,
  meant,
  act,
  ...words
}: WriteTool<Input, Thing>): Timed {
  const own = z.object(input);
  const whole = z.strictObject({ ...input, ...CALL });
  return (realNow) => ({
    ...{ ...words, name, input: whole, writes: true },
    async run(given, caller) {
      const { person, workspace } = caller;
      if (person === '') {
        throw new Refused(
          'This changes something in somebody’s name, and here you’re nobody in Slack. Do it in Slack, or connect with a token of your own.',
        );
      }
      const id = callIdOf({ person, tool: name, given }, realNow());
      const seen = await askOf({ ...caller, callId: id });
      await requirePermission(permission, seen);
      const asked: Ask = { ...seen, workspace, channel: '' };
      const its = own.parse(given);
      const about = await meant(its, { ask: asked, seen });
      const { project, handle, channel } = about;
      const ask = { ...asked, channel };
      await requireMember(ask, 'now');
      const before = () => earlierCall(ask, handle);
      const done =
        (await before()) ??
        (await act(about, its, ask).catch(async (error: unknown) => {
          // Of two that come at once the audit refuses the second: that one is told what the first does.
          const first = error instanceof Refused ? await before() : undefined;
          if (first) return first;
          throw error;
        })) ??
        (await before());
      if (!done) throw new Refused('Nothing was changed.');
      return { ...done, project: { id: project.id, name: project.name } };
    },
  });
}

/** What a call came to; `verdict`: done, done_already, not_done or asks_first. */
export type Done = Pick<ToolAnswer, 'page' | 'verdict' | 'isRefusal'>;

/**
 * The id of a call, under which the audit keeps it. JSON-RPC ids begin anew with every client, and a retry may come under another,
 * so a call is who asks for what in which minute: a retry repeats that. Whoever means it twice sends a `call_id`, which holds for ever.
 * `realNow`: epoch ms, at the client's pace.
 */
function callIdOf(
  { person, tool, given }: { person: string; tool: string; given: Readonly<Record<string, unknown>> },
  realNow: number,
): string {
  const { call_id: own, ...what } = given;
  const call = [person, tool, what, own ?? Math.floor(realNow / MINUTE_MS)];
  return `mcp ${hash('sha256', JSON.stringify(call))}`;
}

/** What the same call came to before; undefined where it is the first. `handle`: the short name of what it is about. */
async function earlierCall({ db, team, id }: Ask, handle: string): Promise<Done | undefined> {
  // Of leads each has a row of its own.
  const row = (await writeOf(db, team, id)) ?? (await writeOf(db, team, `${id} ${handle}`));
  return row && { page: repeatedCallPage(row), verdict: 'done_already' };
}
