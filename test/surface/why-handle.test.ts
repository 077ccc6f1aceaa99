import { describe, expect, test } from 'vitest';
import type { SuggestionNews } from '../../src/decision.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { queueDecision } from '../../src/outbox/queue.ts';
import type { LeadAct } from '../../src/rules/lead-state.ts';
import { keepAlert, muteAlert } from '../../src/store/alerts.ts';
import { beginWrite } from '../../src/store/audit.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { recordVerdicts } from '../../src/store/lead-stories.ts';
import { recordLeads } from '../../src/store/leads.ts';
import { ask as askCommand } from '../../src/surface/ask/ask-command.ts';
import { Refused } from '../../src/surface/refused.ts';
import { runTyped } from '../../src/surface/run-command.ts';
import { withProjectsSeen } from '../../src/surface/seen-by.ts';
import { explainHandle, why as whyCommand } from '../../src/surface/why.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { clocksRead, drawn, seen, wordsOf } from '../messages/reading.ts';
import { ok } from '../support/slack-server.ts';
import { HOUR, NINE, TEAM } from '../support/store-opened.ts';
import { surfaceOver } from '../support/surface-over.ts';
import { json } from '../visibility/api.ts';

const ACME = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', name: 'Acme' };
const GLOBEX = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91', name: 'Globex' };
const INITECH = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b92', name: 'Initech' };
const [HERE, THEIRS, HIDDEN, ELSEWHERE] = ['C0HERE', 'C0THEIRS', 'C0HIDDEN', 'C0ELSE'] as const;
const OTHERS = 'C0OTHERS';
const FILE = `
projects:
  - { id: ${ACME.id}, name: Acme, visible_in: [${HIDDEN}, ${THEIRS}, ${HERE}, ${ELSEWHERE}], scores: { channel: ${HERE}, schedule: every day at 9:00, min_change: 4 } }
  - { id: ${GLOBEX.id}, name: Globex, visible_in: [${HIDDEN}, ${OTHERS}] }
  - { id: ${INITECH.id}, name: Initech, visible_in: [${OTHERS}] }
`;
const ALERT = { ...OPENED, project: ACME, key: 'score:acme', mention: [] };
const NEWS: SuggestionNews = {
  kind: 'segment_suggestion',
  v: 1,
  project: ACME,
  suggestion: { id: 's1', name: 'Cost monitoring', description: 'People who watch their bills.' },
  prompts: [{ id: 'p1', text: 'k8s cost alerts', applies: true }],
};

/**
 * Acme in four channels, three of which were told of all, Globex in one; whoever asks is in all of Acme's but one.
 * `why` is what they are told.
 */
async function asked({ isStranger = false, from = HERE as string, isGuest = false } = {}) {
  const person = { id: 'U0ANA', name: 'Ana', isAdmin: false, isGuest, groups: [] };
  const { db, ask, workspace, time } = await surfaceOver(FILE, json([]), ok(), {
    workspace: {
      personOf: async () => ({ ...person, isStranger }),
      isMember: async (channel) => channel !== HIDDEN,
    },
  });
  for (const channel of [HERE, THEIRS, HIDDEN]) {
    const place = { team: TEAM, channel, projectId: ACME.id };
    const to = { team: TEAM, channel, subscription: `scores:${channel}`, slotAt: NINE };
    await keepAlert(db, place, ALERT, NINE);
    await queueDecision(db, ALERT, to, NINE);
    await queueDecision(db, NEWS, to, NINE);
    const polled = { ...place, slotAt: NINE, polledAt: NINE };
    await recordVerdicts(db, polled, [{ key: 'id:1', rank: 1, verdict: 'posted' }]);
  }
  for (const { id } of [ACME, GLOBEX]) {
    const key = id === ACME.id ? 'id:1' : 'id:2';
    const leads = [key, 'id:3'].map((one, i) => ({
      key: one,
      title: 'Thread',
      identities: [one],
      rank: i + 1,
    }));
    await recordLeads(db, TEAM, id, leads, NINE);
  }
  await giveHandles(db, TEAM, 'L', ['id:1', 'id:2', 'id:3']);
  await db.updateTable('delivery').set({ state: 'sent', ts: '1.2' }).where('channel', '=', HERE).execute();
  const asker = await withProjectsSeen(ask({ channel: from }));
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  const at = { team: TEAM, channel: HERE, key: ALERT.key };
  const why = async (handle: string) => {
    const { blocks, text } = drawn(await explainHandle(handle, project, asker));
    return { words: clocksRead(wordsOf(blocks).map(seen).join('\n')), text };
  };
  /** The answer to a line, or the refusal. */
  const said = async (text: string) => {
    const line = { slash: '/visibility', text, channels: {} };
    const commands = [whyCommand, askCommand].map((command) => ({
      command,
      permission: 'everyone' as const,
    }));
    try {
      const answer = await runTyped(line, { ...asker, commands });
      const blocks = answer && 'message' in answer ? drawn(answer.message).blocks : [];
      return clocksRead(wordsOf(blocks).map(seen).join('\n'));
    } catch (error) {
      return error instanceof Refused ? error.message : expect.fail(String(error));
    }
  };
  return {
    why,
    said,
    typed: (words: string) => said(`why ${words}`),
    muted: (until: number | undefined) => muteAlert(db, at, { by: 'U0ANA', until }),
    /** There, another alert's message tells it. */
    async partIn(channel: string) {
      await giveHandles(db, TEAM, 'A', ['rate']);
      await keepAlert(db, { ...at, channel, projectId: ACME.id }, { ...ALERT, toldIn: 'rate' }, NINE);
    },
    fellTo: (score: number, previousScore: number) =>
      keepAlert(db, { ...at, projectId: ACME.id }, { ...ALERT, score, previousScore }, NINE),
    recovered: () => {
      const over = { ...ALERT, alert: livingAlert({ key: ALERT.key, status: 'recovered' }) };
      return keepAlert(db, { ...at, projectId: ACME.id }, over, NINE);
    },
    moved: (act: LeadAct, by?: string) => {
      const actor = { ...(by !== undefined && { by }), now: time.now };
      return moveLead(db, { team: TEAM, projectId: ACME.id, key: 'id:1' }, act, actor);
    },
    wrote: (action: string, subject: string) =>
      beginWrite(db, TEAM, {
        request: 'r',
        at: time.now,
        person: 'U0ANA',
        action,
        projectId: ACME.id,
        subject,
      }),
    time: time,
    refused: (handle: string) =>
      why(handle).then(
        () => '',
        (error) => error instanceof Refused && error.message,
      ),
  };
}

describe('why A1', () => {
  test('names its rule, threshold and usual range, and where it was posted', async () => {
    const { why } = await asked();
    const { words, text } = await why('a1');
    const [first, ...lines] = words.split('\n');
    expect(first).toBe('*A1* · Acme fell 8.2 points to 53.2 on Thu 19 Nov');
    expect(lines).toEqual(
      expect.arrayContaining([
        '61.4 on Wed 18 Nov · usually 58.9 to 63.5 · well outside normal',
        'It jumped: on Thu 19 Nov it was further from its level of 61.2 than chance makes likely.',
        'This feed’s alert threshold is 4 points, or more if days vary a lot.',
        'In <#C0HERE>: posted after the check of Fri 20 Nov, 08:00 UTC.',
      ]),
    );
    expect(words).toContain('*Open.');
    expect(text).toMatch(/^A1 · Acme fell 8\.2 points/);
  });

  test('names the threshold in the figures of an API whose scores run from 0 to 1', async () => {
    const { why, fellTo } = await asked();
    await fellTo(0.53, 0.61);
    expect((await why('A1')).words).toContain('alert threshold is 0.04 points');
  });

  test('is that of the message it has, if only another channel tells it within another alert', async () => {
    const { why, partIn } = await asked();
    await partIn(HERE);
    expect((await why('A1')).words).not.toContain('part of A2');
    await partIn(THEIRS);
    expect((await why('A1')).words).toContain('part of A2');
  });

  test('says who muted it until when, and nothing once that is over', async () => {
    const { why, muted, time } = await asked();
    await muted(NINE + HOUR);
    expect((await why('A1')).words).toContain('*Muted* by <@U0ANA> until Fri 20 Nov, 09:00 UTC');
    time.now = NINE + HOUR;
    expect((await why('A1')).words).not.toContain('Muted');
  });

  test('no longer mentions a mute until recovery once it has recovered', async () => {
    const { why, muted, recovered } = await asked();
    await muted(undefined);
    expect((await why('A1')).words).toContain('*Muted* by <@U0ANA> until it recovers');
    await recovered();
    expect((await why('A1')).words).not.toContain('Muted');
  });
});

test.each([
  ['A7', 'alert'],
  ['S7', 'suggestion'],
])('%s, posted in none of their channels, says which channels were searched', async (handle, thing) => {
  expect(await (await asked()).refused(handle)).toBe(
    `There’s no such ${thing} in the Acme channels you’re in.`,
  );
});

test.each([
  ['A1', 'alert'],
  ['S1', 'suggestion'],
])(
  '%s, posted elsewhere, says to people from other organisations that only this channel was searched',
  async (handle, thing) => {
    const { refused } = await asked({ isStranger: true, from: ELSEWHERE });
    const sentence = `There’s no such ${thing} for Acme in this channel. If you saw it in another, ask there.`;
    expect(await refused(handle)).toBe(sentence);
    expect(await refused(handle.replace('1', '7'))).toBe(sentence);
  },
);

test('why S1 says why the suggestion was posted and how it stands', async () => {
  const { why } = await asked();
  const { words } = await why('S1');
  expect(words).toMatch(
    /^\*S1\* · segment “Cost monitoring” for Acme\nOpen: nobody has .*\nPeople who watch their bills\.\nWhen it was posted: /,
  );
  expect(words).toMatch(/Applies to \*1 of 1\* prompts: “k8s cost alerts”\.[\s\S]*In <#C0HERE>: posted/);
  expect(words).toContain('Each open segment is posted once');
});

test('an open S1 has its buttons, for whoever may decide', async () => {
  const order = 'please accept the segment S1';
  expect(await (await asked()).said(order)).toContain('The buttons are below');
  const toGuest = await (await asked({ isGuest: true })).said(order);
  expect(toGuest).toContain('S1 is as it was');
  expect(toGuest).not.toContain('buttons are below');
});

test.each(['tell Ben to take L1', 'can you ask Ben to answer L1', 'assign L1 to Ben', 'give L1 to Ben'])(
  '“%s” changes nothing and tells nobody, and says how to',
  async (order) => {
    const { said } = await asked();
    expect(await said(order)).toMatch(/^\*L1\*.*\n.*nobody was told.*Assign… below/);
    for (const asks of ['tell me about L1', 'get details about L1', 'give more on L1', 'pass rate of L1'])
      expect(await said(asks)).not.toContain('nobody was told');
  },
);

describe('“undo”', () => {
  test('after a prompt was tracked opens no lead, but names the prompt', async () => {
    const { said, moved, wrote } = await asked();
    await moved({ kind: 'claim' }, 'U0ANA');
    expect(await said('undo')).toMatch(/^\*L1\*/);
    await wrote('prompt.track', 'best crm');
    const now = await said('undo');
    expect(now).toContain('“best crm”');
    expect(now).not.toContain('L1');
  });
});

test('why alone, where no lead was posted, is about the open alert', async () => {
  const { said } = await asked({ from: ELSEWHERE });
  expect(await said('why')).toContain('A1');
});

test.each(['A1', 'S1', 'L1'])('why %s names only the asker’s channels', async (handle) => {
  const { why } = await asked();
  const { words } = await why(handle);
  expect(words).toContain(HERE);
  expect(words).toContain(THEIRS);
  expect(words).not.toContain(HIDDEN);
});

test.each(['A1', 'S1', 'L1'])(
  'why %s names only this channel to people from other organisations',
  async (handle) => {
    const { words } = await (await asked({ isStranger: true })).why(handle);
    expect(words).toContain(HERE);
    expect(words).not.toContain(THEIRS);
  },
);

test('why L1 tells a snooze that ended by itself from a lead that a colleague reopened', async () => {
  const { why, moved, time } = await asked();
  await moved({ kind: 'snooze', until: NINE + HOUR }, 'U0ANA');
  time.now = NINE + HOUR;
  await moved({ kind: 'reopen' });
  expect((await why('L1')).words).toMatch(/its snooze ended/);
  expect((await why('L1')).words).not.toMatch(/reopened it/);
  await moved({ kind: 'snooze', until: NINE + 2 * HOUR }, 'U0ANA');
  await moved({ kind: 'reopen' }, 'U0BEN');
  expect((await why('L1')).words).toMatch(/reopened it/);
});

test('a lead of a hidden project is refused like an unknown one', async () => {
  const { refused } = await asked();
  expect(await refused('L2')).toMatch(/^Acme has no lead with this short name/);
  expect(await refused('L99')).toBe(await refused('L2'));
});

test.each(['X1', 'lead', 'A', 'L-1', 'L1x', '__proto__'])(
  '%s is no handle, and the answer says what handles look like',
  async (handle) => {
    expect(await (await asked()).refused(handle)).toContain(
      'L412 is a lead, A37 a score alert, S9 a suggestion.',
    );
  },
);

test.each(['L1 and L2', 'l1, A1', 'L1 S1'])(
  'several handles are refused with a line for each: %s',
  async (line) => {
    const { typed } = await asked();
    expect(await typed(line)).toMatch(/one at a time/);
  },
);

describe('when several projects are shown', () => {
  test.each(['a1', 'S1', 'L1', '“A1”'])('why %s needs no project', async (handle) => {
    const { typed } = await asked({ from: HIDDEN });
    expect(await typed(handle)).toMatch(/Acme/);
    expect(await typed(`${handle} in Acme`)).toBe(await typed(handle));
  });

  test('why L2 is answered for the other project', async () => {
    const { typed } = await asked({ from: HIDDEN });
    expect(await typed('L2')).toMatch(/^\*L2\*[\s\S]*Globex/);
  });

  test('a handle of a hidden project is refused like an unknown one', async () => {
    const { typed } = await asked({ from: OTHERS });
    for (const letter of ['A', 'S', 'L']) {
      const nobodys = await typed(`${letter}77`);
      expect(nobodys).toBe(
        `There’s no ${letter}77 in this channel’s projects. If you read it in another channel, ask there.`,
      );
      expect(await typed(`${letter}1`)).toBe(nobodys.replace('77', '1'));
    }
  });

  test('an unknown one in a direct message isn’t looked for in a channel', async () => {
    const { typed } = await asked({ from: 'D0ANA' });
    expect(await typed('L77')).toBe('There’s no L77 in the channels you’re in.');
  });

  test('a lead in two projects needs a project name', async () => {
    const { typed } = await asked({ from: HIDDEN });
    expect(await typed('L3')).toMatch(/^Which project\?/);
    expect(await typed('L3 in Globex')).toMatch(/^\*L3\*[\s\S]*Globex/);
  });
});

describe('a handle within a question', () => {
  test.each([
    'please claim L1',
    'can you assign L1 to Ben',
    'remind me tomorrow about L1',
    'I replied to L1',
    'mark L1 as replied',
    'can you mark L1 as answered?',
    'replied L1',
    'L1 is done',
    'close L1',
    'I already handled L1',
    'release L1',
  ])('%s says that nothing has changed, above its card', async (order) => {
    const { said } = await asked();
    expect(await said(order)).toMatch(/^\*L1\*/);
    expect(await said(order)).toContain('L1 is as it was');
  });

  test.each([
    'what about L1',
    'is L1 done?',
    'L1 is taken?',
    'who has claimed L1',
    'the link of L1',
    'has L1 been answered',
  ])('%s asks, and gets its card alone', async (question) => {
    const { said } = await asked();
    expect(await said(question)).toMatch(/^\*L1\*/);
    expect(await said(question)).not.toContain('as it was');
  });

  test.each(['what about L1', 'is A1 over?', 'has anybody looked at s1 yet'])(
    '%s opens its card',
    async (question) => {
      const { said, typed } = await asked();
      const [handle = ''] = question.match(/[las]1/i) ?? [];
      expect(await said(question)).toBe(await typed(handle));
      expect(await said(question)).toMatch(new RegExp(`\\*(Why )?${handle}\\*`, 'i'));
    },
  );

  test('names its project if several are shown', async () => {
    const { said, typed } = await asked({ from: OTHERS });
    expect(await said('how are we doing?')).toContain('Which project');
    expect(await said('what about L2?')).toBe(await typed('L2'));
    expect(await said('what about L2?')).toContain('Globex');
  });
});
