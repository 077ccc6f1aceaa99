/** The message of an alert that is found in the answers, as it stands now: a rival passed the brand, or negative mentions rose. */
import type { MentionAlert, Standing } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { handleOf } from '../handle.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, paragraph } from '../page.ts';
import { beside, bold, flexible, lines, say } from '../text.ts';
import { alertControls, mutedLine, takenLine } from './alert-controls.ts';
import { alsoLine } from './alert-words.ts';
import { mentionBody, mentionHeadline, mentionLine, mentionRule } from './mention-words.ts';

/** `decided` is how its channel was told of it first; it is drawn as `standing` has it now. */
export function mentionAlertMessage(decided: MentionAlert, standing: Standing): Page {
  const { latest = decided, also = [], mentions = [], muted, taken } = standing.alert ?? {};
  const alert = latest.kind === 'mention_alert' ? latest : decided;
  const { project, about, status } = alert;
  const handle = handleOf(standing, alert.key);
  const { signpost, what } = mentionHeadline(alert);
  const isOpen = status === 'open';
  const isMuted = muted !== undefined && (isOpen || muted.until !== undefined);
  const name = brief(project.name, 'project');
  const lookup =
    about.type === 'rival'
      ? { label: `${name} vs ${brief(about.rival, 'place')}`, line: `compare ${about.rival}` }
      : { label: 'See mentions', line: 'mentions' };
  return {
    summary: beside(say`${signpost}${what}`, handle),
    parts: [
      headline(beside(say`${signpost}${bold(what)}`, handle)),
      isOpen && taken && takenLine(taken),
      paragraph(
        lines(
          ...mentionBody(alert),
          alsoLine(also, about.now ?? about.figures),
          ...mentions.map(mentionLine),
        ),
      ),
      quoted(alert),
      isMuted && mutedLine(muted),
      actions([
        lineButton(lookup, project.id),
        ...alertControls(`alert ${handle ?? name}`, { isOpen, isMuted, isTaken: taken !== undefined }),
      ]),
      note(mentionRule(alert)),
    ],
  };
}

/** What the worst mention says. */
export function quoted({ about }: MentionAlert): Part | undefined {
  if (about.type !== 'negative' || about.quote === undefined) return undefined;
  return { kind: 'quote', text: say`“${flexible(brief(about.quote, 'quote'))}”` };
}
