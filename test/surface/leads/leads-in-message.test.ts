import { describe, expect, it } from 'vitest';
import { findLinks } from '../../../src/surface/why.ts';

const said = (text: string) => findLinks({ ts: '1.0', text });

describe('the links in a message', () => {
  it.each([
    [
      'as Slack writes them',
      'see <https://x.example/1|this> and <https://x.example/2>',
      ['https://x.example/1', 'https://x.example/2'],
    ],
    ['with entities', '<https://x.example/?a=1&amp;b=2>', ['https://x.example/?a=1&b=2']],
    [
      'as they were typed, with what a sentence puts after them',
      'Look (https://x.example/1), or https://x.example/2!',
      ['https://x.example/1', 'https://x.example/2'],
    ],
    ['each once', 'https://x.example/1 https://x.example/1', ['https://x.example/1']],
    ['that are no web address', '<mailto:ana@x.example> ftp://x.example javascript:alert(1)', []],
  ])('are read %s', (_how, text, links) => {
    expect(said(text)).toEqual(links);
  });

  it('are read from blocks and unfurls', () => {
    const blocks = [
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'link', url: 'https://x.example/1' }] }],
      },
      { type: 'section', text: { type: 'mrkdwn', text: '<https://x.example/2|two>' } },
    ];
    const attachments = [{ from_url: 'https://x.example/3', fields: null }];
    expect(findLinks({ ts: '1.0', blocks, attachments })).toEqual([
      'https://x.example/1',
      'https://x.example/2',
      'https://x.example/3',
    ]);
  });

  it('are at most fifty', () => {
    const many = Array.from({ length: 200 }, (_, i) => `https://x.example/${i}`).join(' ');
    expect(said(many)).toHaveLength(50);
  });

  it('are none in an empty message', () => {
    expect(findLinks({ ts: '1.0' })).toEqual([]);
  });
});
