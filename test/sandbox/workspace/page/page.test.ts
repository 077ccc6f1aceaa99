import { describe, expect, test } from 'vitest';
import { NOW } from './fake-workspace.ts';
import { openPage } from './open-page.ts';
import { ALERT, DIGEST, DIGEST_TEXT, FORM } from './sample-messages.ts';

const MINUTE = 60_000;

describe('who may use it', () => {
  test.each(['127.0.0.1:4400', 'localhost:4400', '[::1]:4400'])('the page answers %s', async (host) => {
    const { ask } = openPage();
    expect((await ask('/c/C0LEADS', { headers: { host } })).status).toBe(200);
  });

  test('a rebound host name is refused for pages, files, streams and posts', async () => {
    const { ask } = openPage();
    for (const path of ['/', '/c/C0LEADS', '/assets/client.js', '/events']) {
      expect((await ask(path, { headers: { host: 'evil.example' } })).status).toBe(403);
    }
  });

  test.each([['https://evil.example'], ['http://127.0.0.1:9999'], ['null'], ['']])(
    'a post that comes from %j does nothing',
    async (origin) => {
      const { workspace, post } = openPage();
      expect(
        (
          await post(
            '/say?as=UANA',
            [
              ['channel', 'C0LEADS'],
              ['text', 'hi'],
            ],
            origin,
          )
        ).status,
      ).toBe(403);
      expect(workspace.said).toEqual([]);
    },
  );

  test('a post from before a restart is refused with the reason', async () => {
    const { workspace, post, read } = openPage();
    const fields: [string, string][] = [
      ['channel', 'C0LEADS'],
      ['text', 'hi'],
    ];
    const answer = await post('/say?as=UANA', fields, undefined, 'of-an-earlier-start');
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Reload')]);
    expect(workspace.said).toEqual([]);
    expect(await read('/c/C0LEADS')).toContain('data-token="of-this-start"');
  });

  test('the page brings an emoji font', async () => {
    const { ask } = openPage();
    const font = await ask('/assets/emoji.woff2');
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect(font.headers.get('content-security-policy')).toContain("font-src 'self'");
    expect(new TextDecoder().decode((await font.arrayBuffer()).slice(0, 4))).toBe('wOF2');
    expect(await (await ask('/assets/page.css')).text()).toContain('url("emoji.woff2")');
  });

  test('the browser may run nothing inline and load nothing from outside', async () => {
    const { ask } = openPage();
    const answer = await ask('/c/C0LEADS');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const html = await answer.text();
    expect(html).not.toMatch(/<script(?! type="module" src="\/assets\/client.js">)/);
    expect(html).not.toMatch(/ (style|on\w+)="/);
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});

describe('the frame', () => {
  test('says that nothing is real, and what time it is', async () => {
    const { read } = openPage();
    const html = await read('/c/C0LEADS');
    expect(html).toContain('Simulated Slack, invented data, nothing leaves this machine.');
    expect(html).toContain('Fri 20 Nov, 09:12');
  });

  test('opens on the first channel', async () => {
    const { ask } = openPage();
    const answer = await ask('/');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/c/C0LEADS?as=UANA');
  });

  test('lists the person’s channels, and everyone with their role', async () => {
    const { read } = openPage();
    const ana = await read('/c/C0LEADS?as=UANA');
    expect(ana).toContain('<span>growth-ops</span>');
    expect(ana).toContain('Other organisation');
    const oda = await read('/c/C0LEADS?as=UODA');
    expect(oda).not.toContain('<span>growth-ops</span>');
  });

  test('a channel that the person can’t see isn’t found', async () => {
    const { ask } = openPage();
    const answer = await ask('/c/C0OPS?as=UODA');
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('growth-ops');
  });

  test('acting as someone else stays in the channel if they’re in it', async () => {
    const { read } = openPage();
    const html = await read('/c/C0SCORES?as=UANA');
    expect(html).toContain('href="/c/C0SCORES?as=UBEN"');
    expect(html).toContain('href="/c/C0LEADS?as=UODA"');
  });

  test('a channel is unread until the person has looked', async () => {
    const { workspace, read } = openPage();
    const unread = /class="unread"[^>]*>(?:(?!<\/a>)[\s\S])*<span>acme-visibility/;
    workspace.post({ channel: 'C0SCORES', at: NOW, text: 'down' });
    expect(await read('/c/C0LEADS?as=UANA')).toMatch(unread);
    await read('/c/C0SCORES?as=UANA');
    expect(await read('/c/C0LEADS?as=UANA')).not.toMatch(unread);
    expect(await read('/c/C0LEADS?as=UBEN')).toMatch(unread);
  });

  test('Home appears once the app has published it', async () => {
    const { workspace, read } = openPage();
    expect(await read('/c/C0LEADS?as=UANA')).not.toContain('<span>Home</span>');
    workspace.publish('UANA', [{ type: 'header', text: { type: 'plain_text', text: 'Your leads' } }]);
    expect(await read('/c/C0LEADS?as=UANA')).toContain('<span>Home</span>');
    expect(await read('/home?as=UANA')).toContain('Your leads');
    expect(await read('/home?as=UBEN')).not.toContain('Your leads');
  });

  test('an app that hears of opened tabs has a Home before publishing it', async () => {
    const opened: string[] = [];
    const { workspace, read } = openPage({
      openHome: async (person) => {
        opened.push(person);
        workspace.publish(person, [{ type: 'header', text: { type: 'plain_text', text: 'Welcome' } }]);
      },
    });
    expect(await read('/c/C0LEADS?as=UBEN')).toContain('<span>Home</span>');
    expect(await read('/home?as=UBEN')).toContain('Welcome');
    expect(opened).toEqual(['UBEN']);
  });

  test('the profile lists scopes with reasons, and what leaves Slack', async () => {
    const { read } = openPage();
    const html = await read('/about');
    for (const text of ['chat:write', 'posts digests and alerts', 'Prompts you track go to']) {
      expect(html).toContain(text);
    }
  });

  test('"Connect your Slack" has every step and what to copy', async () => {
    const html = await openPage().read('/connect?as=UANA');
    expect(html).toContain('<h2>Create the app</h2>');
    expect(html).toContain('SLACK_BOT_TOKEN=xoxb-…</pre>');
    expect(html).toContain('aria-label="Copy: Create the app"');
  });
});

describe('messages', () => {
  test('before any post, the page waits for the first message; later, a channel is just empty', async () => {
    const { workspace, read } = openPage();
    expect(await read('/c/C0QUIET')).toContain('Waiting for Sightline’s first message…');
    workspace.post({ channel: 'C0LEADS', at: NOW, text: 'hello' });
    expect(await read('/c/C0QUIET')).toContain('No messages in #random yet');
  });

  test('the app has a badge and a picture; neighbours of one author are grouped', async () => {
    const { workspace, read } = openPage();
    workspace.post({ channel: 'C0LEADS', at: NOW, text: 'one' });
    workspace.post({ channel: 'C0LEADS', at: NOW + MINUTE, text: 'two' });
    workspace.post({ channel: 'C0LEADS', at: NOW + 2 * MINUTE, author: 'UBEN', text: 'three' });
    workspace.post({ channel: 'C0LEADS', at: NOW + 20 * MINUTE, author: 'UBEN', text: 'four' });
    const html = await read('/c/C0LEADS');
    expect(html.match(/class="badge"/g)).toHaveLength(1);
    expect(html.match(/class="row grouped"/g)).toHaveLength(1);
  });

  test('days are divided at the workspace’s midnight', async () => {
    const { workspace, read } = openPage();
    workspace.post({ channel: 'C0LEADS', at: Date.parse('2026-11-19T22:50:00Z'), text: 'late' });
    workspace.post({ channel: 'C0LEADS', at: Date.parse('2026-11-19T23:10:00Z'), text: 'early' });
    const html = await read('/c/C0LEADS');
    expect(html).toMatch(/Yesterday[\s\S]*late[\s\S]*Today[\s\S]*early/);
  });

  test('only one person sees a private answer, and it says so', async () => {
    const { workspace, read } = openPage();
    workspace.post({ channel: 'C0LEADS', at: NOW, text: 'brief', onlyFor: 'UANA' });
    expect(await read('/c/C0LEADS?as=UANA')).toContain('Only visible to you');
    expect(await read('/c/C0LEADS?as=UBEN')).not.toContain('brief');
  });

  test('a line by Slack is muted and not grouped', async () => {
    const { workspace, read } = openPage();
    const joined = {
      author: 'UBEN',
      text: '<@UBEN> has joined the channel',
      subtype: 'channel_join',
    } as const;
    workspace.post({ channel: 'C0LEADS', at: NOW, ...joined });
    workspace.post({ channel: 'C0LEADS', at: NOW + MINUTE, author: 'UBEN', text: 'hello' });
    const html = await read('/c/C0LEADS');
    expect(html).toContain('class="row system"');
    expect(html).not.toContain('class="row grouped"');
  });

  test('an edit is marked, and metadata isn’t shown', async () => {
    const { workspace, read } = openPage();
    const message = workspace.post({
      channel: 'C0LEADS',
      at: NOW,
      text: 'old',
      metadata: { event_type: 'sightline_delivery', event_payload: { delivery_id: 'delivery-77' } },
    });
    expect(await read('/c/C0LEADS')).not.toContain('<span class="edited">');
    workspace.edit(message.ts, { text: 'new' });
    const html = await read('/c/C0LEADS');
    expect(html).toContain('<span class="edited">edited</span>');
    expect(html).not.toContain('delivery-77');
  });

  test('replies are in a thread, not in the channel', async () => {
    const { workspace, read } = openPage();
    const parent = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'parent' });
    for (const text of ['first reply', 'second reply', 'third reply']) {
      workspace.post({ channel: 'C0LEADS', at: NOW + MINUTE, author: 'UBEN', text, threadTs: parent.ts });
    }
    const channel = await read('/c/C0LEADS');
    expect(channel).toContain('3 replies');
    expect(channel).not.toContain('first reply');
    const thread = await read(`/c/C0LEADS?thread=${parent.ts}`);
    expect(thread).toMatch(/id="replies">[\s\S]*parent[\s\S]*first reply[\s\S]*third reply/);
    expect(thread).toContain(`name="thread" value="${parent.ts}"`);
  });

  test('private answers are in the thread, but aren’t counted', async () => {
    const { workspace, read } = openPage();
    const parent = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'parent' });
    const reply = { channel: 'C0LEADS', at: NOW + MINUTE, threadTs: parent.ts };
    workspace.post({ ...reply, text: 'private answer', onlyFor: 'UANA' });
    expect(await read('/c/C0LEADS')).not.toMatch(/\d repl/);
    workspace.post({ ...reply, text: 'a reply' });
    workspace.post({ ...reply, text: 'another private answer', onlyFor: 'UANA' });
    expect(await read('/c/C0LEADS')).toContain('1 reply');
    expect(await read(`/c/C0LEADS?thread=${parent.ts}`)).toContain('another private answer');
  });

  test('text only shows what notifications and screen readers get', async () => {
    const { workspace, read } = openPage();
    workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: DIGEST });
    expect(await read('/c/C0LEADS')).toContain('Show 15 more');
    const html = await read('/c/C0LEADS?text=1');
    expect(html).toContain('<p>Acme: 4 new leads, 1 still open.');
    expect(html).toContain('<dt>button</dt><dd>I’ll reply to L412</dd>');
    expect(html).not.toContain('data-press');
    expect(html).toContain('role="switch" aria-checked="true"');
  });

  test('text only describes charts and tables', async () => {
    const { workspace, read } = openPage();
    const cells = (...texts: string[]) => texts.map((text) => ({ type: 'raw_text' as const, text }));
    const table = { type: 'table' as const, rows: [cells('Engine', 'Score'), cells('Gemini', '53')] };
    workspace.post({ channel: 'C0LEADS', at: NOW, text: 'fell', blocks: [...ALERT, table] });
    const html = await read('/c/C0LEADS?text=1');
    expect(html).toContain(
      '<dt>chart</dt><dd>Line chart, Acme visibility score, 20 days.</dd><dd>Score: from ',
    );
    expect(html).toContain('<dt>table</dt><dd>Engine · Score</dd><dd>Gemini · 53</dd>');
    expect(html).toContain('<dt>button</dt><dd>Details</dd><dd>Mute…</dd><dd>Not useful</dd>');
  });

  test('only a channel’s composer lists the app’s commands', async () => {
    const { workspace, read } = openPage();
    const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'x', blocks: ALERT });
    expect(await read(`/c/C0LEADS?thread=${ts}`)).toContain('data-line="/visibility-leads"');
    expect((await read(`/c/C0LEADS?thread=${ts}`)).match(/role="listbox"/g)).toHaveLength(1);
  });
});

describe('acts', () => {
  test('a message goes to its channel or thread in the person’s name', async () => {
    const { workspace, post } = openPage();
    const answer = await post('/say?as=UBEN', [
      ['channel', 'C0LEADS'],
      ['thread', '1.2'],
      ['text', 'hi'],
    ]);
    expect(await answer.json()).toEqual({ ok: true });
    expect(workspace.said).toEqual([{ person: 'UBEN', channel: 'C0LEADS', text: 'hi', threadTs: '1.2' }]);
  });

  test('a refusal comes back as its sentence, and a crash as an error', async () => {
    const { workspace, post } = openPage();
    workspace.answer.say = async () => ({ ok: false, sentence: '/vis is not a command.' });
    const say = async () =>
      (
        await post('/say', [
          ['channel', 'C0LEADS'],
          ['text', '/vis'],
        ])
      ).json();
    expect(await say()).toEqual({ ok: false, sentence: '/vis is not a command.' });
    workspace.answer.say = async () => {
      throw new Error('socket closed');
    };
    expect(await say()).toEqual({ ok: false, sentence: 'The simulated Slack failed: socket closed' });
  });

  test('an act names its element, its place and its value', async () => {
    const { workspace, post } = openPage();
    const element: [string, string][] = [
      ['block', 'b'],
      ['action', 'a'],
    ];
    await post('/act?as=UANA', [...element, ['ts', '1.2'], ['channel', 'C0LEADS'], ['value', 'L1']]);
    await post('/act?as=UANA', [...element, ['view', 'V1'], ['many', '1'], ['value', 'x'], ['value', 'y']]);
    await post('/act?as=UANA', element);
    const common = { person: 'UANA', blockId: 'b', actionId: 'a' };
    expect(workspace.acts).toEqual([
      { ...common, from: { kind: 'message', channel: 'C0LEADS', ts: '1.2' }, value: 'L1' },
      { ...common, from: { kind: 'view', viewId: 'V1' }, value: ['x', 'y'], values: {} },
      { ...common, from: { kind: 'home' } },
    ]);
  });

  test('a modal’s element sends what was typed in the other fields', async () => {
    const { workspace, post } = openPage();
    workspace.open('UANA', FORM);
    await post('/act?as=UANA', [
      ['view', 'V1'],
      ['block', 'topic'],
      ['action', 'topic'],
      ['value', 'cost'],
      ['view/prompt/text', 'k8s'],
    ]);
    expect(workspace.acts[0]?.values?.prompt).toEqual({ text: { type: 'plain_text_input', value: 'k8s' } });
  });

  test('a form is submitted with what was typed, but only while it’s open', async () => {
    const { workspace, post } = openPage();
    workspace.open('UANA', FORM);
    const typed: [string, string][] = [
      ['view', 'V1'],
      ['view/prompt/text', 'k8s'],
    ];
    expect(await (await post('/view/submit?as=UBEN', typed)).json()).toMatchObject({ ok: false });
    await post('/view/submit?as=UANA', typed);
    expect(workspace.submitted[0]?.values.prompt).toEqual({
      text: { type: 'plain_text_input', value: 'k8s' },
    });
    expect(await (await post('/view/submit?as=UANA', typed)).json()).toMatchObject({ ok: false });
  });

  test('"Next day" and "Break it" move the simulation', async () => {
    const moved: string[] = [];
    const { read, post } = openPage({
      nextDay: async () => void moved.push('day'),
      troubles: [
        {
          id: 'down',
          label: 'API down',
          hint: 'Then ask something.',
          isOn: () => moved.at(-1) === 'down in C0LEADS',
          turn: async (on, { channel }) => void moved.push(`${on ? 'down' : 'up'} in ${channel}`),
        },
      ],
    });
    expect(await read('/c/C0LEADS')).toContain('API down');
    expect(await read('/c/C0LEADS')).toMatch(/title="Skips to 09:00 tomorrow, [^"]*">Next day</);
    await post('/next-day', []);
    const toggle: [string, string][] = [
      ['trouble', 'down'],
      ['channel', 'C0LEADS'],
    ];
    await post('/trouble', toggle);
    expect(await read('/c/C0LEADS')).toContain('aria-label="Fix it: API down"');
    await post('/trouble', toggle);
    expect(await read('/c/C0LEADS')).not.toContain('Fix it: API down');
    expect(await (await post('/trouble', [['trouble', 'unknown']])).json()).toMatchObject({ ok: false });
    expect(moved).toEqual(['day', 'down in C0LEADS', 'up in C0LEADS']);
  });
});
