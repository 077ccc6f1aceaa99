/** Messages like those that Sightline posts, for tests of the page. */
import type { ModalView, SectionBlock } from '@slack/types';
import type { DataVisualizationBlock, MessageBlock } from '../../../../src/slack/blocks.ts';

const text = (value: string) => ({ type: 'plain_text', text: value }) as const;
const mrkdwn = (value: string) => ({ type: 'mrkdwn', text: value, verbatim: true }) as const;
const option = (label: string, value: string) => ({ text: text(label), value });

const MENU = {
  type: 'overflow',
  action_id: 'lead.menu',
  options: [
    option('Replied…', 'replied'),
    option('Release', 'release'),
    option('Snooze…', 'snooze'),
    option('Dismiss…', 'dismiss'),
  ],
} as const;

export function lead(block: string, lines: string, claimed: boolean): SectionBlock {
  return {
    type: 'section',
    block_id: block,
    text: mrkdwn(lines),
    accessory: claimed
      ? { ...MENU, options: [...MENU.options] }
      : {
          type: 'button',
          action_id: 'lead.claim',
          value: block,
          text: text('I’ll reply'),
          accessibility_label: `I’ll reply to ${block}`,
        },
  };
}

export const SECOND_LEAD =
  '*2.* <https://news.example/1|Best CRM for a team of five?>\nHacker News · 1 d · score 84, up 3 since Tue · L398\nMatches topic “pricing”.';

export const DIGEST: MessageBlock[] = [
  {
    type: 'section',
    text: mrkdwn('*Acme leads* · Fri 20 Nov · *4 new*, 1 still open · 31 known, average score 58'),
  },
  lead(
    'L412',
    '*1.* <https://forum.example/k8s|How do you alert on Kubernetes cost spikes?>\nr/devops · 5 h old · score 91 · new · L412\nAsks for what your prompt “k8s cost alerts” covers. ChatGPT and Perplexity already cite this thread.',
    false,
  ),
  lead('L398', `${SECOND_LEAD}  *Claimed by <@UANA>, <!date^1795162440^{time}|09:14>*`, true),
  lead(
    'L409',
    '*3.* <https://forum.example/finops|FinOps dashboards people actually open?>\nr/finops · 9 h · score 77 · new · L409\nNames Globex &amp; asks for alternatives with alerts.',
    false,
  ),
  { type: 'section', text: mrkdwn('Still open') },
  lead(
    'L377',
    '*5.* <https://forum.example/leaving|Leaving Globex, what next?>\nr/saas · 2 d · no score · first seen Tue · L377\nWhy: the API gave no reason.',
    false,
  ),
  {
    type: 'actions',
    block_id: 'digest',
    elements: [
      { type: 'button', action_id: 'lead.more', text: text('Show 15 more') },
      { type: 'button', action_id: 'lead.dismiss_many', text: text('Dismiss several…') },
      { type: 'button', action_id: 'lead.snooze', text: text('Snooze…') },
    ],
  },
  {
    type: 'context',
    elements: [mrkdwn('Weekdays 09:00 Europe/Berlin · 6 left out below 60 · change: /visibility feeds')],
  },
];

export const DIGEST_TEXT =
  'Acme: 4 new leads, 1 still open. Best: 91, “How do you alert on Kubernetes cost spikes?”, r/devops, 5 hours old.';

const DAYS = ['31 Oct', ...Array.from({ length: 19 }, (_, i) => `${i + 1} Nov`)];
const SCORES = [
  60.2, 61.1, 60.7, 61.9, 62.3, 61.2, 60.4, 60.9, 61.8, 62.6, 62.1, 61.5, 60.8, 61.3, 62, 61.7, 60.9, 61.2,
  61.4, 53.2,
];

export const SCORE_CHART: DataVisualizationBlock = {
  type: 'data_visualization',
  title: 'Acme visibility score, 20 days',
  chart: {
    type: 'line',
    series: [
      { name: 'Score', data: DAYS.map((label, i) => ({ label, value: SCORES[i] ?? 0 })) },
      { name: 'Usual low', data: DAYS.map((label) => ({ label, value: 58.9 })) },
      { name: 'Usual high', data: DAYS.map((label) => ({ label, value: 63.5 })) },
    ],
    axis_config: { categories: DAYS, y_label: 'Score' },
  },
};

export const ALERT: MessageBlock[] = [
  {
    type: 'section',
    text: mrkdwn(
      '*Acme visibility score fell 8.2 points: 61.4 → 53.2* · A37\nThu 19 Nov (complete) against Wed · well outside normal (usual range 58.9 to 63.5)',
    ),
  },
  {
    type: 'section',
    text: mrkdwn(
      'What moved: prompt “k8s cost alerts” −5.1 · Globex named first on Gemini −2.4 · other −0.7 (sum −8.2)\nEngines: Gemini −14.0 · ChatGPT −6.1 · Perplexity +0.3, normal · Claude no data',
    ),
  },
  SCORE_CHART,
  {
    type: 'actions',
    block_id: 'alert',
    elements: [
      { type: 'button', action_id: 'alert.details', text: text('Details') },
      { type: 'button', action_id: 'alert.mute', text: text('Mute…') },
      { type: 'button', action_id: 'alert.not_useful', text: text('Not useful') },
    ],
  },
];

export const SUGGESTION: MessageBlock[] = [
  {
    type: 'section',
    text: mrkdwn(
      '*New segment suggested for Acme: “Cost monitoring”* · S9\nBuyers comparing tools by cloud cost. Would apply to *12 of 20* tracked prompts, e.g. “k8s cost alerts”, “cut aws bill”.',
    ),
  },
  {
    type: 'actions',
    block_id: 'suggestion',
    elements: [
      {
        type: 'button',
        style: 'primary',
        action_id: 'suggestion.accept',
        text: text('Accept…'),
        value: 'S9',
      },
      {
        type: 'button',
        action_id: 'suggestion.dismiss',
        text: text('Dismiss'),
        value: 'S9',
        confirm: {
          title: text('Dismiss “Cost monitoring”?'),
          text: mrkdwn('The API has *no undo* for this.'),
          confirm: text('Dismiss'),
          deny: text('Keep'),
          style: 'danger',
        },
      },
      { type: 'button', action_id: 'suggestion.preview', text: text('See all 12 prompts') },
    ],
  },
];

/** One input of each kind in the bot's modals. */
export const FORM: ModalView = {
  type: 'modal',
  callback_id: 'prompt.track',
  title: text('Track a prompt'),
  submit: text('Track it'),
  close: text('Cancel'),
  blocks: [
    { type: 'section', text: mrkdwn('For *Acme*. It is asked of every engine once a day from tomorrow.') },
    {
      type: 'input',
      block_id: 'prompt',
      label: text('Prompt'),
      hint: text('As a buyer would ask it.'),
      element: {
        type: 'plain_text_input',
        action_id: 'text',
        multiline: true,
        max_length: 300,
        initial_value: 'k8s cost alerts',
      },
    },
    {
      type: 'input',
      block_id: 'topic',
      label: text('Topic'),
      element: {
        type: 'static_select',
        action_id: 'topic',
        placeholder: text('Choose a topic'),
        options: [option('Pricing', 'pricing'), option('Cost monitoring', 'cost')],
      },
    },
    {
      type: 'input',
      block_id: 'engines',
      label: text('Engines'),
      element: {
        type: 'checkboxes',
        action_id: 'engines',
        options: [
          { ...option('ChatGPT', 'chatgpt'), description: text('Answers with web search') },
          option('Perplexity', 'perplexity'),
          option('Gemini', 'gemini'),
        ],
        initial_options: [option('Perplexity', 'perplexity')],
      },
    },
    {
      type: 'input',
      block_id: 'when',
      optional: true,
      label: text('How often'),
      element: {
        type: 'radio_buttons',
        action_id: 'when',
        options: [option('Daily', 'daily'), option('Weekly', 'weekly')],
        initial_option: option('Daily', 'daily'),
      },
    },
    {
      type: 'input',
      block_id: 'regions',
      optional: true,
      label: text('Regions'),
      element: {
        type: 'multi_static_select',
        action_id: 'regions',
        options: [option('Germany', 'de'), option('United Kingdom', 'uk'), option('United States', 'us')],
      },
    },
    {
      type: 'input',
      block_id: 'from',
      optional: true,
      label: text('From'),
      element: { type: 'datepicker', action_id: 'from', initial_date: '2026-11-21' },
    },
  ],
};
