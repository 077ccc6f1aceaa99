/** The engines and regions that all projects of the simulated world share. */
import type { Engine, Region } from './rows.ts';
import type { EngineName } from './script.ts';

export const ENGINES: readonly (Engine & { displayName: EngineName })[] = [
  {
    id: '0d5f7c7e-52a1-4f0b-8d39-6e2b1a9c4f01',
    provider: 'openai',
    model: 'gpt-4o',
    displayName: 'ChatGPT',
    surface: 'chat',
    active: true,
  },
  {
    id: '1b84a6d2-93ce-4a57-9e10-c75d2f3b8a02',
    provider: 'google',
    model: 'gemini-2.5-flash',
    displayName: 'Gemini',
    surface: 'chat',
    active: true,
  },
  {
    id: '2e6c91f4-0a7b-4d68-b2f5-38a4e7d19c03',
    provider: 'perplexity',
    model: 'sonar',
    displayName: 'Perplexity',
    surface: 'search',
    active: true,
  },
  {
    id: '3f92d8b0-7c15-4e3a-a6d4-5b0c1e8f7d04',
    provider: 'anthropic',
    model: 'claude-sonnet-4',
    displayName: 'Claude',
    surface: 'chat',
    active: true,
  },
  {
    id: '40a3e9c1-8d26-4f4b-97e5-6c1d2f9a8e05',
    provider: 'microsoft',
    model: 'copilot',
    displayName: 'Copilot',
    surface: 'search',
    active: true,
  },
];

export const REGIONS: readonly Region[] = [
  { id: '41a7e3c5-6b28-4f9d-8c03-9d7e2a5b1f11', code: 'US', name: 'United States' },
  { id: '52b8f4d6-7c39-4a0e-9d14-0e8f3b6c2a12', code: 'GB', name: 'United Kingdom' },
  { id: '63c9a5e7-8d40-4b1f-ae25-1f904c7d3b13', code: 'DE', name: 'Germany' },
  { id: '74d0b6f8-9e51-4c2a-bf36-2a015d8e4c14', code: 'FR', name: 'France' },
  { id: '85e1c7a9-0f62-4d3b-8a47-3b126e9f5d15', code: 'CA', name: 'Canada' },
];

/** What every project tracks until somebody changes it. The story's events (standing.ts) happen on these engines. */
export const DEFAULT_ENGINES = ENGINES.slice(0, 4);
export const DEFAULT_REGIONS = REGIONS.slice(0, 3);

/** The engine's display name, or its id if it's unknown. */
export function engineName(id: string): string {
  return ENGINES.find((engine) => engine.id === id)?.displayName ?? id;
}
