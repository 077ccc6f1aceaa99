/** What a message's menu offers: why it is here, and which lead it speaks of. Both answer the person alone. */
import type { Shortcut } from '../request.ts';
import { explainMessage } from './explain-message.ts';

export const whyHere: Shortcut = {
  id: 'message.why',
  type: 'message',
  name: 'Why is this here?',
  description: 'How a post of Sightline came about, and how its leads stand',
  run: (request, deps) => explainMessage('why', request, deps),
};

export const findLead: Shortcut = {
  id: 'message.find',
  type: 'message',
  name: 'Find this lead',
  description: 'Whether a thread that a message links to is a lead, how it stands and where it was posted',
  run: (request, deps) => explainMessage('leads', request, deps),
};
