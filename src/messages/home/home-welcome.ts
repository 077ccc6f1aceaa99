/** The Home tab of those who see no project: the way to a first digest, or to whom they can turn. */
import { type Page, paragraph } from '../page.ts';
import { bold, code, say, type Text } from '../text.ts';

/** What the reader is to this workspace; an admin is who may connect projects. */
export type Newcomer = 'admin' | 'member' | 'guest' | 'stranger';

const WAYS: Record<Newcomer, string> = {
  stranger:
    'It answers you in the channels that use it; this tab shows figures to members of this workspace only.',
  guest: 'None of your channels uses it.',
  member: 'None of your channels uses it yet. Three steps to a first digest:',
  admin: 'None of your channels uses it yet. Three steps to a first digest:',
};

/** The same whether there are no projects or only others': a project does not exist outside its channels. */
export function homeWelcome(newcomer: Newcomer): Page {
  const what = say`${bold('Sightline')} posts threads where your team could help, and tells you when AI engines start to speak of you differently. ${WAYS[newcomer]}`;
  return { parts: [what, ...stepsOf(newcomer)].map((text) => paragraph(text)) };
}

function stepsOf(newcomer: Newcomer): Text[] {
  if (newcomer === 'guest' || newcomer === 'stranger') return [];
  const who = newcomer === 'member' && ' An admin does this.';
  return [
    say`${bold('1.')} In the channel where the leads should come, type ${code('/invite @Sightline')}.`,
    say`${bold('2.')} Type ${code('/visibility connect')} there, with the project and its API key at hand. The key is checked right away.${who}`,
    say`${bold('3.')} Look at the preview of the first digest, and choose when it comes: ${code('/visibility subscribe leads')}.${who}`,
  ];
}
