/** The names of a project that the tests of reading questions ask about, and the moment at which they do. */
import { indexNames } from '../../src/ask/names.ts';
import type { Names } from '../../src/ask/plan.ts';

export const NAMES: Names = {
  project: 'Northwind',
  engines: ['ChatGPT', 'Gemini', 'Google AI Overviews'],
  regions: [
    { name: 'United States', code: 'US' },
    { name: 'Germany', code: 'DE' },
  ],
  topics: ['payroll errors', 'onboarding'],
  prompts: ['best payroll software', 'payroll for freelancers', 'onboarding checklist for remote teams'],
  rivals: ['Globex', 'Blue Harbor'],
  domains: ['northwind.example', 'globex.example', 'en.wikipedia.org'],
  places: ['r/humanresources', 'Hacker News'],
};
export const KNOWN = indexNames(NAMES);
/** A Wednesday. */
export const AT = { now: Date.parse('2026-11-25T12:00:00Z'), timezone: 'UTC' };
