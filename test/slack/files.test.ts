import { expect, it } from 'vitest';
import { sendPrivateFile } from '../../src/slack/poster.ts';
import { no, ok, slackServer } from '../support/slack-server.ts';

it.each(['missing_scope', 'file_uploads_disabled'])(
  'a private file that Slack refuses (%s) leaves no message that promises it',
  async (error) => {
    const posted = { channel: 'D0ANA', ts: '1764000000.000200' };
    const { client, calls } = await slackServer((response, call, number) =>
      (call.method.startsWith('files.') ? no(error) : ok(posted))(response, call, number),
    );
    const file = { name: 'leads.csv', title: 'Leads', content: 'lead' };
    const sent = await sendPrivateFile(client, 'U0ANA', { text: 'In this thread', blocks: [] }, file);
    expect(sent).toMatchObject({ reason: error });
    expect(calls.at(-1)).toEqual({ method: 'chat.delete', args: posted });
  },
);
