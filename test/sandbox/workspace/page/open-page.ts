/** The page on top of a fake workspace, without a network. */
import type { PageControls } from '../../../../src/sandbox/workspace/page/controls.ts';
import { createPage } from '../../../../src/sandbox/workspace/page/page.ts';
import { createFakeWorkspace, NOW } from './fake-workspace.ts';

export const ABOUT = {
  summary: 'Posts threads worth a reply.',
  scopes: [{ scope: 'chat:write', why: 'posts digests and alerts' }],
  leaves: ['Prompts you track go to the Visibility Intelligence API.'],
  connect: [{ title: 'Create the app', code: 'SLACK_BOT_TOKEN=xoxb-…' }],
};

export function openPage(controls: Partial<PageControls> = {}, token = 'of-this-start') {
  const workspace = createFakeWorkspace();
  const app = createPage({
    workspace,
    controls: { nextDay: async () => {}, now: () => NOW, timezone: 'Europe/Berlin', ...controls },
    about: ABOUT,
    token,
  });
  const ask = async (path: string, init: RequestInit = {}) =>
    app.request(`http://127.0.0.1:4400${path}`, {
      ...init,
      headers: { host: '127.0.0.1:4400', ...init.headers },
    });
  const read = async (path: string) => (await ask(path)).text();
  const post = async (
    path: string,
    fields: [string, string][],
    origin = 'http://127.0.0.1:4400',
    sent = token,
  ) => {
    const headers = { origin, 'x-page-token': sent };
    return ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  };
  return { workspace, app, ask, read, post };
}
