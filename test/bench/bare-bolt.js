/**
 * The peer of `bench -- start` and `bench -- commands`: Bolt as its guide shows it, which confirms its token, says on
 * /readyz that it is ready, and acknowledges a command; where there is an API to ask, it asks and replies.
 */
import bolt from '@slack/bolt';
import { Pool } from 'undici';

const {
  SLACK_BOT_TOKEN: token = '',
  SLACK_SIGNING_SECRET: signingSecret = '',
  SLACK_API_URL,
  PORT,
} = process.env;
const { VISIBILITY_BASE_URL: api, VISIBILITY_API_KEY: key = '', PROJECT: project } = process.env;

let isReady = false;
const app = new bolt.App({
  token,
  signingSecret,
  clientOptions: { slackApiUrl: SLACK_API_URL },
  customRoutes: [
    {
      path: '/readyz',
      method: 'GET',
      handler: (_, response) => response.writeHead(isReady ? 200 : 503).end(),
    },
  ],
});
const base = api && project ? new URL(api) : undefined;
const pool = base && new Pool(base.origin);
app.command('/visibility', async ({ ack, respond }) => {
  await ack();
  if (!pool || !base) return;
  const path = `${base.pathname}/projects/${project}/community/leads`;
  const { body } = await pool.request({ path, method: 'GET', headers: { 'x-api-key': key } });
  const leads = await body.json();
  await respond({ text: leads.map(({ title, url }) => `<${url}|${title}>`).join('\n') || 'No leads.' });
});
await app.start(Number(PORT));
await app.client.auth.test();
isReady = true;
process.once('SIGTERM', () => process.exit(0));
