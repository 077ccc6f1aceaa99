import type { AnyBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { drawBlocks } from '../../../../src/sandbox/workspace/page/blocks/blocks.ts';
import type { MessageBlock } from '../../../../src/slack/blocks.ts';
import { READER } from './reader.ts';
import { DIGEST, FORM } from './sample-messages.ts';

const draw = (...blocks: (MessageBlock | AnyBlock)[]) => String(drawBlocks(blocks, READER));
const plain = (text: string) => ({ type: 'plain_text', text }) as const;
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text }) as const;

describe('blocks of text', () => {
  test('a section shows its text and its accessory', () => {
    const html = draw({
      type: 'section',
      block_id: 'b',
      text: mrkdwn('*Lead*'),
      accessory: { type: 'button', action_id: 'lead.claim', text: plain('I’ll reply'), value: 'L1' },
    });
    expect(html).toContain('<b>Lead</b>');
    expect(html).toContain('data-block="b" data-action="lead.claim" data-acts');
    expect(html).toContain('value="L1"');
  });

  test('controls are heard with the first line of the section they act on', () => {
    const button = (text: string) => ({ type: 'button', action_id: text, text: plain(text) }) as const;
    const html = draw(
      { type: 'section', text: mrkdwn('*91* · <https://a.example|Kubernetes &lt;costs&gt;>\nr/devops') },
      { type: 'actions', elements: [button('Assign…')] },
      { type: 'section', text: mrkdwn('*88* · Globex'), accessory: button('Claim') },
      { type: 'actions', elements: [button('All open leads')] },
    );
    const about = [...html.matchAll(/role="group" aria-label="([^"]*)"/g)].map(([, label]) => label);
    expect(about).toEqual(['91 · Kubernetes &lt;costs&gt;', '88 · Globex']);
  });

  test('header, context and divider', () => {
    const html = draw(
      { type: 'header', text: plain('Tom &amp; Jerry') },
      { type: 'context', elements: [mrkdwn('*small*'), plain('*as is*')] },
      { type: 'divider' },
    );
    expect(html).toContain('<h2 class="header">Tom &amp; Jerry</h2>');
    expect(html).toContain('<span><b>small</b></span><span>*as is*</span>');
    expect(html).toContain('<hr>');
  });

  test('rich text shows its strings as they are', () => {
    const html = draw({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: '*x* &amp; <y>' },
            { type: 'link', url: 'https://a.example', text: 'a' },
          ],
        },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'code' }] },
      ],
    });
    expect(html).toContain('*x* &amp;amp; &lt;y&gt;');
    expect(html).toContain('href="https://a.example"');
    expect(html).toContain('<pre>code</pre>');
  });

  test('a table heads its columns with the first row and aligns as asked', () => {
    const cell = (text: string) => ({ type: 'raw_text', text }) as const;
    const html = draw({
      type: 'table',
      column_settings: [{}, { align: 'right' }],
      rows: [
        [cell('Engine'), cell('Score')],
        [cell('<Gemini>'), { type: 'raw_number', value: 48, text: '48.0' }],
      ],
    });
    expect(html).toContain('<th scope="col" class="right">Score</th>');
    expect(html).toContain('<td class="left">&lt;Gemini&gt;</td>');
    expect(html).toContain('<td class="right">48.0</td>');
  });

  test('a data table has its caption, column headings and row headings', () => {
    const cell = (text: string) => ({ type: 'raw_text', text }) as const;
    const html = draw({
      type: 'data_table',
      caption: 'By engine',
      rows: [
        [cell('Engine'), cell('Score')],
        [cell('Gemini'), { type: 'raw_number', value: 38, text: '38' }],
      ],
    });
    expect(html).toContain('<caption>By engine</caption>');
    expect(html).toMatch(/<th scope="col" class="right"><button [^>]*>Score<\/button><\/th>/);
    expect(html).toContain('<th scope="row" class="left">Gemini</th>');
    expect(html).toContain('<td class="right" data-figure="38">38</td>');
  });
});

describe('interactive elements', () => {
  test('a row of buttons, a link, a menu, a select, a date and choices', () => {
    const options = [{ text: plain('Daily'), value: 'd' }];
    const html = draw({
      type: 'actions',
      block_id: 'row',
      elements: [
        {
          type: 'button',
          action_id: 'go',
          text: plain('Go'),
          style: 'primary',
          accessibility_label: 'Go now',
        },
        { type: 'button', action_id: 'url', text: plain('Open'), url: 'https://a.example' },
        { type: 'overflow', action_id: 'more', options },
        { type: 'static_select', action_id: 'pick', options, placeholder: plain('Pick one') },
        { type: 'datepicker', action_id: 'day', initial_date: '2026-11-20' },
        { type: 'checkboxes', action_id: 'boxes', options, initial_options: options },
        { type: 'radio_buttons', action_id: 'radio', options },
      ],
    });
    expect(html).toContain('class="button primary" value="" data-press aria-label="Go now"');
    expect(html).toContain('<a class="button" href="https://a.example" target="_blank"');
    expect(html).toContain('popovertarget="test/row/more"');
    expect(html).toContain('<option value="">Pick one</option><option value="d">Daily</option>');
    expect(html).toContain('<input type="date" value="2026-11-20"');
    expect(html).toMatch(/type="checkbox"[^>]*value="d" checked/);
    expect(html).toContain('data-action="boxes" data-acts="change" data-many');
    expect(html).toContain('type="radio"');
  });

  test('a confirm dialog waits in a template', () => {
    const html = draw({
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'dismiss',
          text: plain('Dismiss'),
          confirm: {
            title: plain('Sure?'),
            text: mrkdwn('*No* undo'),
            confirm: plain('Dismiss'),
            deny: plain('Keep'),
          },
        },
      ],
    });
    expect(html).toContain('<template data-confirm><h2>Sure?</h2>');
    expect(html).toContain('<b>No</b> undo');
  });

  test('a button that would open a script stays a button', () => {
    const html = draw({
      type: 'actions',
      elements: [{ type: 'button', action_id: 'x', text: plain('Open'), url: 'javascript:alert(1)' }],
    });
    expect(html).not.toContain('javascript:');
  });
});

describe('inputs of a modal', () => {
  const html = String(drawBlocks(FORM.blocks, READER, { topic: 'Choose a topic of this project.' }));

  test.each([
    ['a text of several lines', '<textarea rows="4" name="test/prompt/text"'],
    ['its initial value', '>k8s cost alerts</textarea>'],
    ['its length', 'maxlength="300"'],
    ['a menu', '<select name="test/topic/topic"'],
    ['checkboxes', 'type="checkbox" name="test/engines/engines" value="chatgpt"'],
    ['a checked box', 'value="perplexity" checked'],
    ['a description', '<small>Answers with web search</small>'],
    ['radio buttons', 'type="radio" name="test/when/when" value="daily" checked'],
    ['a menu of several', 'name="test/regions/regions" value="de"'],
    ['a date', '<input type="date" value="2026-11-21"'],
    ['what may stay empty', 'Regions <small>(optional)</small>'],
    ['a hint', 'id="test/prompt/text-hint">As a buyer would ask it.</p>'],
    ['the error at its field', 'id="test/topic/topic-error">Choose a topic of this project.</p>'],
    ['a field that knows its error', 'aria-describedby="test/topic/topic-error" aria-invalid="true"'],
  ])('%s', (_, markup) => {
    expect(html).toContain(markup);
  });
});

describe('what the page can’t draw', () => {
  test('an unknown block is named in its place', () => {
    expect(draw({ type: 'video' })).toContain('This page can’t show “video”.');
  });

  test('an unknown element is named, and its neighbours are drawn', () => {
    const html = draw({
      type: 'actions',
      elements: [
        { type: 'rich_text_input', action_id: 'r' },
        { type: 'button', action_id: 'b', text: plain('Still here') },
      ],
    });
    expect(html).toContain('can’t show “rich_text_input”');
    expect(html).toContain('Still here');
  });

  test('a malformed block doesn’t break the message', () => {
    const malformed: AnyBlock = { type: 'context' };
    expect(draw(malformed, ...DIGEST.slice(0, 1))).toContain('Acme leads');
    expect(draw(malformed)).toContain('can’t show “context”');
  });
});

test('no string of a block comes out unescaped', () => {
  const evil = '"><img src=x onerror=alert(1)>';
  const spoilt: AnyBlock[] = JSON.parse(
    JSON.stringify([...DIGEST, ...FORM.blocks]).replace(
      /"(text|value|placeholder|initial_value|alt_text|accessibility_label|action_id|block_id)":"[^"]*"/g,
      (_, key) => `${JSON.stringify(key)}:${JSON.stringify(evil)}`,
    ),
  );
  expect(draw(...spoilt)).not.toContain('<img');
});
