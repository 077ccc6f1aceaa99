/** The form behind /visibility connect: a project of the API, with its key and the channel it is shown in. */
import type { ModalView } from '@slack/types';
import { VIEWS } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { section } from '../layout.ts';
import { channelField, type Faults, field, form, textInput } from './form.ts';

/** What was typed; the key is never shown again. */
export type Connection = { id?: string; name?: string; channel?: string };

export function connectModal(typed: Connection, faults: Faults = {}): ModalView {
  return form(VIEWS.connect, { title: 'Connect a project', submit: 'Connect', metadata: '' }, [
    section(
      mrkdwn`The key is tried at once, kept encrypted and never shown again. Whoever is in the channel sees the project.`,
    ),
    ...field(
      {
        name: 'name',
        label: 'Name',
        hint: 'As people here call it, for example Acme',
        element: textInput('name', typed.name, 60),
      },
      faults,
    ),
    ...field(
      {
        name: 'id',
        label: 'Project id',
        hint: 'The project_id of the API, a UUID',
        element: textInput('id', typed.id, 60),
      },
      faults,
    ),
    ...field(
      {
        name: 'apiKey',
        label: 'API key',
        hint: 'From the developer API portal',
        element: textInput('apiKey', undefined, 1_000),
      },
      faults,
    ),
    ...channelField(typed.channel, faults),
  ]);
}
