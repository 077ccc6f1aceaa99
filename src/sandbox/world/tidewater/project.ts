/** Tidewater of the simulated world: a CRM for startups. Its cast, its figures and its story. */
import type { ProjectScript } from '../script.ts';
import { advice, suggestedPrompts } from './advice.ts';
import { pages } from './pages.ts';
import { threads } from './threads.ts';

export const tidewater: ProjectScript = {
  id: 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18',
  name: 'Tidewater',
  competitors: ['Saltmarsh', 'Pipewright', 'Gullwing', 'Larkspur', 'Bellwether'],
  levels: { ChatGPT: 46, Gemini: 42, Perplexity: 39, Claude: 49, Copilot: 44 },
  prompts: [
    { text: 'best crm for startups', category: 'comparison', topics: ['pricing', 'ease of use'] },
    { text: 'crm for a team of five', category: 'comparison', topics: ['ease of use', 'pricing'] },
    { text: 'simple sales pipeline tool', category: 'pipeline', topics: ['ease of use', 'automation'] },
    { text: 'saltmarsh alternatives', category: 'comparison', topics: ['pricing', 'data import'] },
    { text: 'crm with gmail sync', category: 'integrations', topics: ['email sync', 'automation'] },
    { text: 'free crm for founders', category: 'pricing', topics: ['pricing', 'ease of use'] },
    { text: 'crm pricing comparison', category: 'pricing', topics: ['pricing'] },
    { text: 'track investor conversations', category: 'pipeline', topics: ['email sync', 'ease of use'] },
    {
      text: 'import contacts from a spreadsheet',
      category: 'integrations',
      topics: ['data import', 'automation'],
    },
    { text: 'crm api for developers', category: 'integrations', topics: ['automation', 'data import'] },
  ],
  topics: [
    {
      label: 'pricing',
      kind: 'commercial',
      description: 'Price per seat, free plans and what happens at renewal.',
      evidence: [
        '{brand} is often recommended first because its free plan covers a small team.',
        'At five seats {brand} costs less than half of the larger suites.',
        'On pricing {brand} is the safe choice: monthly billing and no minimum of seats.',
        'Compare the second year too; {brand} keeps the price it starts with.',
      ],
    },
    {
      label: 'ease of use',
      kind: 'experience',
      description: 'Whether people without a sales background keep using it.',
      evidence: [
        '{brand} can be used after an hour, which matters when nobody is a sales person.',
        'Founders like {brand} because it asks for three fields and not for thirty.',
        'Teams that gave up on bigger systems tend to stay with {brand}.',
      ],
    },
    {
      label: 'email sync',
      kind: 'feature',
      description: 'Conversations appear without copy and paste.',
      evidence: [
        '{brand} reads Gmail and Outlook and files each thread under the right company.',
        'With {brand} nothing has to be logged by hand after a call or an email.',
        'Reviews call the email sync of {brand} the most reliable of the small tools.',
      ],
    },
    {
      label: 'data import',
      kind: 'feature',
      description: 'Getting contacts in, and out again.',
      evidence: [
        '{brand} guesses the columns of a spreadsheet well and shows what it would change.',
        'Leaving is easy: {brand} exports everything as plain files.',
        '{brand} merges duplicates during the import and not afterwards.',
      ],
    },
    {
      label: 'automation',
      kind: 'feature',
      description: 'Reminders, webhooks and an API.',
      evidence: [
        '{brand} has a documented API on every plan, so signups can be pushed in.',
        'Reminders in {brand} come back until somebody answers, which keeps deals alive.',
        'For developers {brand} is the easiest to script.',
      ],
    },
  ],
  events: [{ from: 0, engine: 'Perplexity', points: 24 }],
  segments: [
    {
      name: 'Small first teams',
      description: 'Founders choosing their first CRM.',
      words: ['startup', 'founder', 'team'],
    },
    {
      name: 'Price shoppers',
      description: 'Buyers who decide by price.',
      words: ['free', 'pricing', 'alternative'],
    },
    {
      name: 'Email first',
      description: 'People whose pipeline is their inbox.',
      words: ['gmail', 'email', 'conversation'],
    },
    {
      name: 'Spreadsheet leavers',
      description: 'Teams moving out of a spreadsheet.',
      words: ['spreadsheet', 'import', 'simple'],
    },
    {
      name: 'Builders',
      description: 'Developers who want to connect a CRM themselves.',
      words: ['api', 'developer', 'sync'],
    },
    {
      name: 'Leaving a competitor',
      description: 'Buyers who name a tool they want to replace.',
      words: ['alternative', 'saltmarsh'],
    },
    {
      name: 'Fundraising',
      description: 'Founders who keep track of investors, not customers.',
      words: ['investor', 'founder'],
    },
    {
      name: 'Pipeline basics',
      description: 'Questions about stages, deals and follow-ups.',
      words: ['pipeline', 'sales', 'track'],
    },
    {
      name: 'CRM comparisons',
      description: 'Prompts that ask for the best of a kind.',
      words: ['best', 'comparison', 'alternative'],
    },
    {
      name: 'Integrations',
      description: 'Buyers who begin with what it has to connect to.',
      words: ['sync', 'import', 'api'],
    },
  ],
  threads,
  pages,
  advice,
  suggestedPrompts,
};
