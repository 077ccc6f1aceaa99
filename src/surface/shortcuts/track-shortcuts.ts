/** Track a prompt from anywhere, or from what somebody wrote: a form that asks for the project too. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { trackForModal } from '../../messages/forms/track-for-modal.ts';
import { visibleIn } from '../../projects/projects.ts';
import { decodeCommandText } from '../../slack/incoming.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { Refused } from '../refused.ts';
import type { Answer, Shortcut, ShortcutRequest, SurfaceDeps } from '../request.ts';
import { seenBy } from '../seen-by.ts';

export const trackAnywhere: Shortcut = {
  id: 'prompt.track',
  type: 'global',
  name: 'Track a prompt',
  description: 'Have AI engines asked a prompt every day from now on',
  run: form,
};

export const trackMessage: Shortcut = {
  id: 'message.track',
  type: 'message',
  name: 'Track this as a prompt',
  description: 'Have AI engines asked what this message says, every day from now on',
  run: form,
};

/** What somebody wrote; a post of Sightline itself is no prompt. */
async function promptIn(
  { message, channel, installation: { team } }: ShortcutRequest,
  { db }: SurfaceDeps,
): Promise<string> {
  if (!message || (await deliveryAt(db, team, channel, message.ts))) return '';
  return decodeCommandText(message.text ?? '');
}

/** The form opens within Slack's 3 s; whose projects it offers is asked meanwhile. */
async function form(request: ShortcutRequest, deps: SurfaceDeps): Promise<Answer> {
  return {
    modal: workingModal('Looking for your projects'),
    filled: async () => {
      const { projects } = await seenBy(request, deps);
      const here = new Set(visibleIn(deps.projects(), request.channel).map(({ id }) => id));
      const likely = projects.filter(({ id }) => here.has(id));
      const others = projects.filter(({ id }) => !here.has(id));
      const initial = await promptIn(request, deps);
      const modal = trackForModal([...likely, ...others], { initial, chosen: likely.length === 1 });
      if (modal) return modal;
      throw new Refused({
        sentence:
          'No project is shown in a channel that you are in. Whoever runs Sightline can invite you to one.',
      });
    },
  };
}
