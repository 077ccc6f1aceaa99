/** /visibility about: version, owners, scopes with their reasons, and what leaves Slack. */
import { aboutAnswer } from '../../messages/answers/about-answer.ts';
import { VERSION } from '../../version.ts';
import { LEAVES, SUMMARY } from '../profile.ts';
import type { Command } from '../request.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../scopes.ts';

export const about: Command = {
  name: 'about',
  usage: 'about',
  example: 'about',
  summary: 'Version, owners, what Sightline may do and what leaves Slack',
  scope: 'anywhere',
  words: 'none',
  async run(_request, { projects }) {
    const { owners } = projects();
    const scopes = { ...SCOPES, ...OPTIONAL_SCOPES };
    return { message: aboutAnswer({ version: VERSION, summary: SUMMARY, owners, scopes, leaves: LEAVES }) };
  },
};
