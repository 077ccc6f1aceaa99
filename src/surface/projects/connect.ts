/** /visibility connect: a form for a project of the API with its key, which is tried live, then kept and never shown again. */
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { VIEWS } from '../../messages/actions.ts';
import { connectedPage, connectForm } from '../../messages/projects/connect.ts';
import { working } from '../../messages/refusal.ts';
import { visibleIn } from '../../projects/projects.ts';
import { NotFoundError, UnauthorisedError, VisibilityError } from '../../visibility/errors.ts';
import { audited } from '../audited.ts';
import { placeFault } from '../feeds/make-feed.ts';
import { Refused } from '../refused.ts';
import type { Asker, Command, SurfaceDeps, View } from '../request.ts';
import { questionOf } from '../run-command.ts';

export const connect: Command = {
  name: 'connect',
  usage: 'connect',
  example: 'connect',
  summary: 'Connect a project of the API with its key, in a form',
  scope: 'anywhere',
  words: 'none',
  async run({ channel }, { setup }) {
    if (setup.noKeys !== undefined) throw new Refused({ sentence: `${setup.noKeys}.` });
    // A direct message is no channel that could be chosen.
    return { modal: connectForm(channel.startsWith('D') ? {} : { channel }) };
  },
};

type Connection = { id: string; name: string; channel: string; apiKey: string };

/** What is wrong, by field. */
type Faults = Readonly<Record<string, string>>;

export const connectView: View = {
  id: VIEWS.connect,
  async submit({ values }, deps) {
    const { id = '', name = '', apiKey = '', channel = '' } = values;
    const given = { id: id.trim().toLowerCase(), name: name.trim(), apiKey: apiKey.trim(), channel };
    if (!z.guid().safeParse(given.id).success)
      return { errors: { id: 'That isn’t a project ID: it has to be a UUID.' } };
    return {
      // Where it was asked for is of no matter: the channel that was chosen is looked at below, at its field.
      channel: '',
      working: working('Trying the key'),
      async after(asker) {
        const again = (faults: Faults) => ({ modal: connectForm(given, faults) });
        const faults = await faultsOf(given, asker, deps);
        if (Object.keys(faults).length > 0) return again(faults);
        const write = { action: 'project.connect', projectId: given.id, subject: given.name };
        const who = { by: asker.person, at: deps.clock.now() };
        const connected = await audited(asker, deps, write, async () => {
          const result = await deps.setup.connect(asker.installation.team, given, who);
          return { result, outcome: result.kind === 'refused' ? undefined : result.kind };
        });
        if (connected.kind === 'refused')
          return again(
            Object.fromEntries(connected.faults.map(({ field, sentence }) => [field, `${sentence}.`])),
          );
        const { project } = connected;
        const isShown = visibleIn(deps.projects(), given.channel).some(({ id }) => id === project.id);
        const preview = questionOf('preview', 'leads', project.id, deps.clock.now());
        const keyOnly = connected.kind === 'key_replaced';
        const connectedHere = isShown ? { channel: given.channel, preview } : undefined;
        const page = connectedPage(project, connectedHere, keyOnly);
        return { modal: page, about: given.channel };
      },
    };
  },
};

/** What only Slack and the API can say. */
async function faultsOf(
  { id, apiKey, channel }: Connection,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Faults> {
  const misplaced = await placeFault(channel, asker, deps);
  if (misplaced !== undefined) return { channel: misplaced };
  try {
    const api = deps.openApi(apiKey);
    await api.prompts(id).catch(async (error: unknown) => {
      // The API may lack this one alone: any other answer proves key and project just as well.
      const others = [api.communityLeads(id), api.dailyScores(id)];
      await Promise.any<unknown>(others).catch(() => {
        throw error;
      });
    });
    return {};
  } catch (error) {
    if (error instanceof ConfigError)
      return { apiKey: 'That isn’t a key: a key is one word without spaces.' };
    if (error instanceof UnauthorisedError) return { apiKey: 'The API refuses this key.' };
    if (error instanceof NotFoundError)
      return { id: 'The API doesn’t know this project, or this key may not see it.' };
    if (error instanceof VisibilityError)
      return { apiKey: 'The API didn’t answer, so we couldn’t try the key. Try again in a moment.' };
    throw error;
  }
}
