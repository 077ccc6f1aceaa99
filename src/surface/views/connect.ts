/** The form behind connect, submitted: the key is tried live, then kept; it is never shown again. */
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { messageModal, workingModal } from '../../messages/answers/message-modal.ts';
import { projectConnected } from '../../messages/answers/project-connected.ts';
import { connectModal } from '../../messages/forms/connect-modal.ts';
import type { Faults } from '../../messages/forms/form.ts';
import { visibleIn } from '../../projects/projects.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { NotFoundError, UnauthorisedError, VisibilityError } from '../../visibility/errors.ts';
import { audited } from '../audited.ts';
import { placeFault } from '../feeds/make-feed.ts';
import { placeMetadata } from '../modal-place.ts';
import type { Asker, SurfaceDeps, View } from '../request.ts';
import { questionOf } from '../run-command.ts';

type Connection = { id: string; name: string; channel: string; apiKey: string };

export const connectView: View = {
  id: VIEWS.connect,
  async submit({ values }, deps) {
    const { id = '', name = '', apiKey = '', channel = '' } = values;
    const given = { id: id.trim().toLowerCase(), name: name.trim(), apiKey: apiKey.trim(), channel };
    if (!z.guid().safeParse(given.id).success)
      return { errors: { id: 'This is no project id: it must be a UUID.' } };
    return {
      // Where it was asked for is of no matter: the channel that was chosen is looked at below, at its field.
      channel: '',
      working: workingModal('Trying the key'),
      async after(asker) {
        const again = (faults: Faults) => ({ modal: connectModal(given, faults) });
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
        const message = projectConnected(
          project,
          isShown ? { channel: given.channel, preview } : undefined,
          keyOnly,
        );
        return { modal: { ...messageModal(message), private_metadata: placeMetadata(given.channel) } };
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
      return { apiKey: 'This cannot be a key: it must be one word without spaces.' };
    if (error instanceof UnauthorisedError) return { apiKey: 'The API refuses this key.' };
    if (error instanceof NotFoundError) return { id: 'The API knows no such project with this key.' };
    if (error instanceof VisibilityError)
      return { apiKey: 'The API did not answer so that the key could be tried. Try again in a moment.' };
    throw error;
  }
}
