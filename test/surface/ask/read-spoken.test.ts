import { describe, expect, it, test } from 'vitest';
import { readSpoken } from '../../../src/surface/ask/heard-question.ts';

const BOT = 'U0BOT';
const MENTION = {
  type: 'app_mention',
  user: 'U0ANA',
  channel: 'C0ACME',
  ts: '1.1',
  text: `<@${BOT}> why did we drop on Gemini?`,
};
const DIRECT = {
  type: 'message',
  channel_type: 'im',
  user: 'U0ANA',
  channel: 'D0ANA',
  ts: '1.1',
  text: 'leads',
};

describe('a question', () => {
  it('in a channel is the text without the mention', () => {
    expect(readSpoken(MENTION, BOT)).toMatchObject({
      person: 'U0ANA',
      isDirect: false,
      thread: undefined,
      text: 'why did we drop on Gemini?',
    });
    expect(readSpoken({ ...MENTION, thread_ts: '0.9' }, BOT)).toMatchObject({ thread: '0.9' });
  });

  test.each([
    [`hey <@${BOT}>, who is first?`, 'hey , who is first?'],
    [`<@${BOT}|sightline>: who is first?`, 'who is first?'],
    [`<@${BOT}>`, ''],
    [`<@${BOT}> R&amp;D &lt;b&gt;`, 'R&D <b>'],
    [`<@${BOT}> sources of <http://globex.com|globex.com>`, 'sources of globex.com'],
    [`<@${BOT}> *find* <https://globex.com/_a_/*b*>`, 'find https://globex.com/_a_/*b*'],
    [`*<@${BOT}> compare _Globex_* and \`Initech\` ~soon~`, 'compare Globex and Initech soon'],
    [`<@${BOT}> topic:pricing_plans 2*3*4 at 9:00:00`, 'topic:pricing_plans 2*3*4 at 9:00:00'],
    [`thanks <@${BOT}> :+1::skin-tone-3::tada:`, 'thanks'],
    [`<@${BOT}> :pray::skin-tone-3:`, 'thanks'],
    [`:wave: <@${BOT}>`, 'hi'],
    [`&gt; <@${BOT}> scores\n• 30d`, 'scores 30d'],
    [`<@${BOT}> \`/visibility-leads r/devops\``, 'leads r/devops'],
    [`<@${BOT}> who is first? cc <@U0BEN>, <!subteam^S0TEAM>`, 'who is first?'],
    [`<!subteam^S0TEAM> <@${BOT}> who is first?`, 'who is first?'],
  ])('is read as typed: %s', (text, words) => {
    expect(readSpoken({ ...MENTION, text }, BOT)?.text).toBe(words);
  });

  test('may be mended into one, if not much later', () => {
    const edited = { user: 'U0ANA', ts: '60.2' };
    expect(readSpoken({ ...MENTION, edited }, BOT)).toMatchObject({ text: 'why did we drop on Gemini?' });
  });

  test.each([{}, { subtype: 'file_share' }, { subtype: 'thread_broadcast', thread_ts: '0.9' }])(
    'is any direct message to the bot: %j',
    (more) => {
      expect(readSpoken({ ...DIRECT, ...more }, BOT)).toMatchObject({ isDirect: true, text: 'leads' });
    },
  );
});

describe('not a question:', () => {
  test.each([
    ['a message in a channel', { ...DIRECT, channel_type: 'channel', channel: 'C0ACME' }],
    ['a message in a group conversation', { ...DIRECT, channel_type: 'mpim', channel: 'G0THREE' }],
    ['a post of the bot itself', { ...DIRECT, user: BOT }],
    ['a post of a bot', { ...DIRECT, bot_id: 'B0OTHER' }],
    ['a bot that mentions it', { ...MENTION, bot_id: 'B0OTHER' }],
    ['Slackbot', { ...DIRECT, user: 'USLACKBOT' }],
    ['an edit', { ...DIRECT, subtype: 'message_changed', hidden: true, message: DIRECT }],
    ['an old mention that was edited', { ...MENTION, edited: { user: 'U0ANA', ts: '9000.2' } }],
    ['what was deleted', { ...DIRECT, subtype: 'message_deleted', deleted_ts: '1.0' }],
    ['who joined', { ...DIRECT, subtype: 'channel_join' }],
    ['a workflow', { ...DIRECT, subtype: 'bot_message', bot_id: 'B0FLOW', user: undefined }],
    ['what cannot be read', { ...DIRECT, text: null }],
    ['nothing', undefined],
  ])('%s', (_, event) => {
    expect(readSpoken(event, BOT)).toBeUndefined();
  });
});
