/** The form behind connect, submitted: the key is tried live, then kept; it is never shown again. */
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { projectConnected } from '../../messages/answers/project-connected.ts';
import { connectModal } from '../../messages/forms/connect-modal.ts';
import type { Faults } from '../../messages/forms/form.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { canPost } from '../../slack/reach.ts';
import { NotFoundError, UnauthorisedError, VisibilityError } from '../../visibility/errors.ts';
import { audited } from '../audited.ts';
import { carried } from '../carried.ts';
import type { Asker, SurfaceDeps, View } from '../request.ts';
import { questionOf } from '../run-command.ts';

const Metadata = z.object({ channel: z.string() });

type Connection = { id: string; name: string; channel: string; apiKey: string };

export const connectView: View = {
  id: VIEWS.connect,
  async submit({ values, metadata }, deps) {
    const { channel: asked } = carried(Metadata, metadata);
    const { id = '', name = '', apiKey = '', channel = '' } = values;
    const given = { id: id.trim().toLowerCase(), name: name.trim(), apiKey: apiKey.trim(), channel };
    if (!z.guid().safeParse(given.id).success)
      return { errors: { id: 'This is no project id: it must be a UUID.' } };
    return {
      channel: asked,
      working: workingModal('Trying the key'),
      async after(asker) {
        const again = (faults: Faults) => ({ modal: connectModal(given, metadata, faults) });
        const faults = await faultsOf(given, asker, deps);
        if (Object.keys(faults).length > 0) return again(faults);
        const write = { action: 'project.connect', projectId: given.id, subject: given.name };
        const who = { by: asker.person, at: deps.clock.now() };
        const connected = await audited(asker, deps, write, async () => {
          const result = await deps.setup.connect(asker.installation.team, given, who);
          return { result, outcome: result.kind };
        });
        if (!connected) return undefined;
        if (connected.kind === 'refused')
          return again(
            Object.fromEntries(connected.faults.map(({ field, sentence }) => [field, `${sentence}.`])),
          );
        const { project } = connected;
        const preview = questionOf('preview', 'leads', project.id, deps.clock.now());
        const keyOnly = connected.kind === 'key_replaced';
        return { message: projectConnected(project, given.channel, { preview, keyOnly }) };
      },
    };
  },
};

/** What only Slack and the API can say. */
async function faultsOf(
  { id, apiKey, channel }: Connection,
  { installation }: Asker,
  deps: SurfaceDeps,
): Promise<Faults> {
  if ((await canPost(installation.client, channel)) !== 'yes') {
    return {
      channel: 'I can’t post in this channel yet. There, type /invite @Sightline, then connect again.',
    };
  }
  try {
    await deps.openApi(apiKey).prompts(id);
    return {};
  } catch (error) {
    if (error instanceof ConfigError)
      return { apiKey: 'This cannot be a key: it must be one word without spaces.' };
    if (error instanceof UnauthorisedError) return { apiKey: 'The API refuses this key.' };
    if (error instanceof NotFoundError) return { id: 'The API knows no such project with this key.' };
    if (error instanceof VisibilityError)
      return { apiKey: 'The API did not answer so that the key could be tried. Try again in a moment.' };
    throw error;
  }
}
