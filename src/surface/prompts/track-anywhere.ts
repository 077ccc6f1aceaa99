/** Shortcuts that track a prompt from anywhere, or from what somebody wrote: their form asks for the project too. */
import { z } from 'zod';
import { VIEWS } from '../../messages/actions.ts';
import { PROJECT_INPUT, trackAnywhereForm } from '../../messages/prompts/prompt-forms.ts';
import { working } from '../../messages/refusal.ts';
import { visibleIn } from '../../projects/projects.ts';
import { decodeCommandText } from '../../slack/incoming.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { carried } from '../carried.ts';
import { Refused } from '../refused.ts';
import type { Answer, Shortcut, ShortcutRequest, SurfaceDeps, View } from '../request.ts';
import { requireSeen, seenBy } from '../seen-by.ts';
import { trackPrompt, typedPrompt } from './track.ts';

export const trackAnywhere: Shortcut = {
  id: 'prompt.track',
  type: 'global',
  name: 'Track a prompt',
  description: 'Have AI engines asked a prompt every day from now on',
  run: openForm,
};

export const trackMessage: Shortcut = {
  id: 'message.track',
  type: 'message',
  name: 'Track this as a prompt',
  description: 'Have AI engines asked what this message says, every day from now on',
  run: openForm,
};

/** The form opens within Slack's 3 s; whose projects it offers is asked meanwhile. */
async function openForm(request: ShortcutRequest, deps: SurfaceDeps): Promise<Answer> {
  return {
    modal: working('Looking for your projects'),
    filled: async () => {
      const { projects } = await seenBy(request, deps);
      const here = new Set(visibleIn(deps.projects(), request.channel).map(({ id }) => id));
      const likely = projects.filter(({ id }) => here.has(id));
      const others = projects.filter(({ id }) => !here.has(id));
      const initial = await promptIn(request, deps);
      const form = trackAnywhereForm([...likely, ...others], { initial, chosen: likely.length === 1 });
      if (form) return form;
      throw new Refused({
        sentence:
          'You’re in no channel that shows a project. Ask whoever runs Sightline to invite you to one.',
      });
    },
  };
}

/** What somebody wrote; a post of Sightline itself is no prompt. */
async function promptIn(
  { message, channel, installation: { team } }: ShortcutRequest,
  { db }: SurfaceDeps,
): Promise<string> {
  if (!message || (await deliveryAt(db, team, channel, message.ts))) return '';
  return decodeCommandText(message.text ?? '');
}

/** Names the project where there was no choice. */
const Metadata = z.object({ project: z.string().optional() });

/** The form, submitted: what came of it is shown where the form was. */
export const trackForView: View = {
  id: VIEWS.promptTrackFor,
  async submit({ metadata, values }, deps) {
    const { project: single = '' } = carried(Metadata, metadata);
    const project = values[PROJECT_INPUT.actionId] ?? single;
    const { prompt, errors } = typedPrompt(values);
    if (errors) return { errors };
    return {
      channel: '',
      working: working('Handing the prompt to the API'),
      after: async (asker) => ({
        message: await trackPrompt(asker, await requireSeen(project, asker, deps), prompt, deps),
      }),
    };
  },
};
