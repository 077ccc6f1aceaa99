/** How the threads that the simulated world finds for Tidewater go on after the written ones. */
import type { ThreadTemplate } from '../script.ts';
import { forumTemplates } from './forum-templates.ts';
import { redditTemplates } from './reddit-templates.ts';

export const words = {
  rival: ['Saltmarsh', 'Pipewright', 'Gullwing', 'Larkspur', 'Bellwether'],
  size: ['two', 'three', 'six', 'eight', 'ten'],
  source: ['a spreadsheet', 'Notion', 'Airtable', 'Trello', 'Apple Contacts'],
  channel: ['Gmail', 'Outlook', 'WhatsApp', 'LinkedIn', 'Slack'],
  seat: ['$15', '$29', '$49', '$75', '$90'],
  count: ['60', '150', '400', '900', '2,000'],
  trade: ['agencies', 'dentists', 'schools', 'small banks', 'hardware makers'],
};

/** Enough that two weeks of the busiest days (6 threads each) bring none of them twice. */
export const templates: readonly ThreadTemplate[] = [...redditTemplates, ...forumTemplates];
