/** What the simulated service advises Tidewater: what to publish or change, and which prompts to track besides. */
import type { AdviceScript, SuggestedPromptScript } from '../script.ts';

export const advice: readonly AdviceScript[] = [
  {
    title: 'Publish what five seats cost',
    description:
      'Answers to “crm pricing comparison” cite plans of competitors; yours are on no page that engines read.',
    kind: 'content',
    priority: 'high',
  },
  {
    title: 'Let crawlers read the help centre',
    description: 'It is closed to them, so engines quote forum posts about your import instead.',
    kind: 'technical',
    priority: 'high',
  },
  {
    title: 'Ask for a place in the founder’s stack',
    description: 'The page is cited again and again and does not name you.',
    kind: 'outreach',
    priority: 'medium',
  },
  {
    title: 'Show the API on one page',
    description: 'Engines cite third parties on “crm api for developers”.',
    kind: 'content',
    priority: 'medium',
  },
  {
    title: 'Name the mail providers that you sync with',
    description: 'Gmail is found, Outlook is not.',
    kind: 'content',
    priority: 'low',
  },
  {
    title: 'Repair the redirects of the old blog',
    description: 'Three cited addresses lead nowhere.',
    kind: 'technical',
    priority: 'medium',
  },
];

export const suggestedPrompts: readonly SuggestedPromptScript[] = [
  {
    text: 'crm without a sales team',
    category: 'comparison',
    reason: 'Asked in several forum threads of the last weeks.',
  },
  {
    text: 'pipewright or saltmarsh',
    category: 'comparison',
    reason: 'Buyers compare these two and do not hear of you.',
  },
  {
    text: 'move contacts out of notion',
    category: 'integrations',
    reason: 'Close to the topic “data import”, where Saltmarsh is ahead of you.',
  },
  {
    text: 'crm that logs emails by itself',
    category: 'integrations',
    reason: 'Worded as people ask it; your prompts are shorter.',
  },
  {
    text: 'cheapest crm for two founders',
    category: 'pricing',
    reason: 'People who ask “free crm for founders” go on to ask it.',
  },
];
