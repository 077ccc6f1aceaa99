/** What the simulated service advises Acme: what to publish or change, and which prompts to track besides. */
import type { AdviceScript, SuggestedPromptScript } from '../script.ts';

export const advice: readonly AdviceScript[] = [
  {
    title: 'Compare yourself with Globex on one page',
    description:
      'Answers to “globex alternatives” cite a review that is two years old. A page of your own is missing.',
    kind: 'content',
    priority: 'high',
  },
  {
    title: 'Say what a small team pays',
    description:
      'Engines quote prices of competitors, because yours are drawn by a script that they do not run.',
    kind: 'technical',
    priority: 'high',
  },
  {
    title: 'Answer where “k8s cost alerts” is discussed',
    description: 'Engines cite a forum thread for this prompt, and nobody speaks for you in it.',
    kind: 'outreach',
    priority: 'medium',
  },
  {
    title: 'Split the alerting guide into one page per question',
    description: 'It is long enough that engines quote its introduction only.',
    kind: 'content',
    priority: 'medium',
  },
  {
    title: 'Give the documentation dates',
    description: 'Engines prefer sources that say when they were last changed.',
    kind: 'technical',
    priority: 'low',
  },
  {
    title: 'Explain cost allocation without labels',
    description: 'It is asked for in several prompts, and competitors are named first.',
    kind: 'content',
    priority: 'high',
  },
  {
    title: 'Have the Helm chart listed',
    description: 'Answers on setup effort cite a public list of charts that yours is not in.',
    kind: 'outreach',
    priority: 'low',
  },
];

export const suggestedPrompts: readonly SuggestedPromptScript[] = [
  {
    text: 'who owns the cloud bill',
    category: 'reporting',
    reason: 'Asked in several forum threads of the last weeks.',
  },
  {
    text: 'initech vs globex for kubernetes',
    category: 'comparison',
    reason: 'Buyers compare these two and do not hear of you.',
  },
  {
    text: 'cost of idle clusters',
    category: 'savings',
    reason: 'Asked next by people who want to bring a bill down.',
  },
  {
    text: 'chargeback for shared clusters',
    category: 'reporting',
    reason: 'Close to the topic “cost allocation”, where Globex is ahead of you.',
  },
  {
    text: 'alert when aws spend doubles',
    category: 'alerts',
    reason: 'Worded as people ask it; your prompts are shorter.',
  },
  {
    text: 'spot node savings calculator',
    category: 'savings',
    reason: 'A new question in the threads of this week.',
  },
];
