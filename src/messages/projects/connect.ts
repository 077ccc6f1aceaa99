/** The form behind /visibility connect, and what is said once the project is connected. */
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { brief } from '../lengths.ts';
import { actions, button, type Field, type Form, headline, type Page, paragraph } from '../page.ts';
import { bold, channel, code, say } from '../text.ts';

/** What was typed; the key is never shown again. */
export type Connection = { id?: string; name?: string; channel?: string };

/** `faults`: what is wrong with a field, by its name. */
export function connectForm(typed: Connection, faults: Readonly<Record<string, string>> = {}): Form {
  const text = (name: string, label: string, hint: string, max: number, initial?: string): Field => ({
    kind: 'field',
    name,
    label,
    hint,
    fault: faults[name],
    input: { type: 'text', initial, max },
  });
  return {
    id: VIEWS.connect,
    title: 'Connect a project',
    submit: 'Connect',
    carries: '',
    parts: [
      paragraph(
        say`We try the key at once, keep it encrypted and never show it again. Everyone in the channel sees the project.`,
      ),
      text('name', 'Name', 'What you call it here, for example Acme', 60, typed.name),
      text('id', 'Project ID', 'The API’s project_id, a UUID', 60, typed.id),
      text('apiKey', 'API key', 'From the developer API portal', 1_000),
      {
        kind: 'field',
        name: 'channel',
        label: 'Channel',
        fault: faults.channel,
        input: { type: 'channel', initial: typed.channel },
      },
    ],
  };
}

/**
 * `shown`: the channel that was chosen, where the project is shown there, and what the button under it carries. `keyOnly`:
 * the project was there already, in its own channels, and has another key now.
 */
export function connectedPage(
  project: ProjectRef,
  shown: { channel: string; preview: string } | undefined,
  keyOnly: boolean,
): Page {
  const name = brief(project.name, 'project');
  const where = shown
    ? say`You’ll find it in ${channel(shown.channel)}.`
    : say`It stays in the channels it was in.`;
  const next = keyOnly
    ? say`Its feeds go on as they are.`
    : say`Nothing is posted yet. To make its first feed, type ${code('/visibility subscribe leads')} there.`;
  const first = keyOnly ? '' : 'first ';
  return {
    parts: [
      headline(bold(keyOnly ? `${name} has a new key` : `${name} is connected`)),
      paragraph(say`${where} ${next}`),
      actions([
        shown &&
          button(
            ACTIONS.askAgain,
            `Preview ${first}digest`,
            `Preview the ${first}digest of ${name}`,
            shown.preview,
          ),
      ]),
    ],
  };
}
