/** Slack as an app sees it that many workspaces install: OAuth, a token for each workspace, and what was posted with it. */
import { Hono } from 'hono';
import { z } from 'zod';
import { serve } from '../../src/sandbox/local-only.ts';

export const APP = { clientId: '11.22', clientSecret: 'client secret of the journeys' };

const Metadata = z.object({ event_payload: z.record(z.string(), z.union([z.string(), z.number()])) });

/** One post: with which workspace's token, where, and of which kind and project it is. */
export type Post = { team: string; channel: string; text: string; kind: unknown; project: unknown };

/** A workspace's token carries its id, and a number that grows with every installation. */
const tokenOf = (team: string, number: number) => `xoxb-${team}-${number}`;

export async function startOAuthSlack() {
  const installations = new Map<string, number>();
  const codes = new Map<string, string>();
  const posts: Post[] = [];
  const refused: string[] = [];

  /** The workspace of a token that is in force. */
  function teamOf(header: string | undefined): string | undefined {
    const token = header?.replace('Bearer ', '') ?? '';
    const [, team = '', number] = token.split('-');
    return installations.get(team) === Number(number) ? team : undefined;
  }

  const app = new Hono()
    .post('/api/oauth.v2.access', async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const code = form.get('code') ?? '';
      const team = codes.get(code);
      codes.delete(code);
      if (form.get('client_id') !== APP.clientId || form.get('client_secret') !== APP.clientSecret)
        return c.json({ ok: false, error: 'bad_client_secret' });
      if (!team) return c.json({ ok: false, error: 'invalid_code' });
      const number = (installations.get(team) ?? 0) + 1;
      installations.set(team, number);
      return c.json({
        ok: true,
        access_token: tokenOf(team, number),
        token_type: 'bot',
        scope: 'commands,chat:write',
        bot_user_id: `U0BOT${team}`,
        app_id: 'A0SIGHTLINE',
        team: { id: team, name: `Workspace ${team}` },
        enterprise: null,
        is_enterprise_install: false,
        authed_user: { id: `U0ADMIN${team}` },
      });
    })
    .post('/api/:method', async (c) => {
      const team = teamOf(c.req.header('authorization'));
      if (!team) {
        refused.push(c.req.param('method'));
        return c.json({ ok: false, error: 'token_revoked' });
      }
      const form = new URLSearchParams(await c.req.text());
      switch (c.req.param('method')) {
        case 'auth.test':
          return c.json({ ok: true, team_id: team, user_id: `U0BOT${team}`, bot_id: `B0BOT${team}` });
        case 'chat.postMessage': {
          const { kind, project_id } = Metadata.parse(JSON.parse(form.get('metadata') ?? '{}')).event_payload;
          const channel = form.get('channel') ?? '';
          posts.push({ team, channel, text: form.get('text') ?? '', kind, project: project_id });
          return c.json({ ok: true, channel, ts: `${posts.length}.000100` });
        }
        case 'users.info':
          return c.json({ ok: true, user: { id: form.get('user'), team_id: team, name: 'ana' } });
        case 'conversations.members':
          return c.json({ ok: true, members: [] });
        default:
          return c.json({ ok: true });
      }
    });
  const served = await serve(app, 0);

  return {
    apiUrl: `${served.url}/api/`,
    authorizeUrl: `${served.url}/oauth/v2/authorize`,
    posts,
    /** Methods that were called with a token that is not in force. */
    refused,
    /** Somebody of this workspace agrees: the code that Slack sends back with them. */
    agree(team: string): string {
      const code = `code ${codes.size} of ${team}`;
      codes.set(code, team);
      return code;
    },
    /** The token of a workspace is in force no more. */
    revoke: (team: string) => void installations.set(team, (installations.get(team) ?? 0) + 1),
    close: served.close,
  };
}
