/** Where the simulated engines say they have it from, when they answer for Tidewater. */
import type { PageScript } from '../script.ts';

export const pages: readonly PageScript[] = [
  {
    url: 'https://founderstack.example/crm',
    title: 'The CRM chapter of the founder’s stack',
    topics: ['ease of use', 'pricing'],
  },
  {
    url: 'https://saltmarsh.example/startups',
    title: 'Saltmarsh for startups',
    brand: 'Saltmarsh',
  },
  {
    url: 'https://ledgerreview.example/crm/small-teams',
    title: 'CRMs for small teams, tested',
    topics: ['pricing', 'ease of use'],
  },
  {
    url: 'https://tidewater.example/docs/email',
    title: 'Email sync: Tidewater documentation',
    brand: 'Tidewater',
    topics: ['email sync', 'automation'],
  },
  {
    url: 'https://pipewright.example/pricing',
    title: 'Pipewright: plans',
    brand: 'Pipewright',
    topics: ['pricing'],
  },
  {
    url: 'https://en.wikipedia.org/wiki/Customer_relationship_management',
    title: 'Customer relationship management',
    topics: ['automation', 'data import'],
  },
  {
    url: 'https://tidewater.example/import',
    title: 'Bring your spreadsheet',
    brand: 'Tidewater',
    topics: ['data import', 'ease of use'],
  },
  {
    url: 'https://apirounds.example/crm-apis',
    title: 'CRM APIs, read so that you need not',
    topics: ['automation', 'data import'],
  },
  {
    url: 'https://gullwing.example/gmail',
    title: 'Gullwing inside Gmail',
    brand: 'Gullwing',
    topics: ['email sync'],
  },
  {
    url: 'https://larkspur.example/',
    title: 'Larkspur, the quiet CRM',
    brand: 'Larkspur',
  },
  {
    url: 'https://founderstack.example/inbox-as-crm',
    title: 'Your inbox is not a CRM',
  },
];
