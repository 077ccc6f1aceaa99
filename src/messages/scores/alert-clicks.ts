/** Answers to clicks on an alert’s buttons, and the forms behind Mute… and Release. */
import { carry, VERDICTS, type Verdict } from '../../carried.ts';
import type { AlertStanding, ProjectRef, ThresholdProposal } from '../../decision.ts';
import { DAY_MS, WEEK_MS } from '../../durations.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import type { Form, Page, Part } from '../page.ts';
import { actions, button, field, headline, note, page, paragraph } from '../page.ts';
import { bold, capitalize, channel, code, link, say } from '../text.ts';
import { dayName } from '../times.ts';
import { takenWords } from './alert-words.ts';

/** `value`: what the button that applies it carries; undefined if the feed is in projects.yml. */
export type OfferedThreshold = {
  proposal: ThresholdProposal;
  minChange: number;
  project: ProjectRef;
  value?: string | undefined;
};

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  too_small: 'too small',
  known_cause: 'known cause',
  not_true: 'not true',
};

/** "2 people said it wasn’t useful: 1 too small, 1 known cause" */
export function verdictsInWords(all: number, by: Partial<Record<Verdict, number>>): string | undefined {
  if (all === 0) return undefined;
  const why = VERDICTS.flatMap((verdict) => (by[verdict] ? `${by[verdict]} ${VERDICT_WORDS[verdict]}` : []));
  const people = all === 1 ? '1 person' : `${figure(all)} people`;
  return `${people} said it wasn’t useful${why.length > 0 ? `: ${why.join(', ')}` : ''}.`;
}

/** One button per reason, and one to undo. */
function verdictButtons(which: string, of: AlertPlace): Part | undefined {
  return actions([
    ...VERDICTS.map((verdict) => {
      const label = capitalize(VERDICT_WORDS[verdict]);
      return button(ACTIONS.alertVerdict, label, `${label}: ${which}`, carry('verdict', { ...of, verdict }));
    }),
    button(ACTIONS.alertVerdict, 'Undo', `${which} was useful after all`, carry('verdict', of)),
  ]);
}

/** An alert’s key, and the channel of its message. */
type AlertPlace = { alert: string; channel: string };

export function verdictUndoneAnswer(): Page {
  return page(headline('Undone. It no longer counts as not useful.'));
}

export function verdictAnswer(verdict: Verdict): Page {
  return page(headline(`Thanks. Noted: ${VERDICT_WORDS[verdict]}.`));
}

export function notUsefulAnswer(handle: string, of: AlertPlace, offered?: OfferedThreshold): Page {
  const which = brief(handle, 'place');
  const thanks = `Thanks, noted: ${which} wasn’t useful to you. What was wrong?`;
  const why = verdictButtons(which, of);
  if (!offered) return page(headline(thanks), why);
  const { proposal, minChange, project, value } = offered;
  const { notUseful, of: last, others, minChange: better, from, to } = proposal;
  const name = brief(project.name, 'project');
  return page(
    headline(thanks),
    why,
    paragraph(
      say`${notUseful} of the last ${last} alerts were marked not useful. ${bold(`An alert threshold of ${better} points instead of ${minChange}`)} would have left them out and still sent ${count(others, 'other')} between ${dayName(from)} and ${dayName(to)}.`,
    ),
    value === undefined
      ? paragraph(
          say`To set it, put ${code(`min_change: ${better}`)} under ${code('scores')} of ${name} in projects.yml.`,
        )
      : actions([
          button(
            ACTIONS.thresholdSet,
            `Set ${better}`,
            `Set an alert threshold of ${better} for ${name}`,
            value,
          ),
        ]),
  );
}

export function detailsThereAnswer(which: string): Page {
  return page(headline(say`What moved ${bold(brief(which, 'place'))} is already in its thread.`));
}

/** Answers Show me why outside the alert’s channel. `address`: its message’s permalink. */
export function alertShownAnswer(which: string, place: string, address: string | undefined): Page {
  const thread = link(linkable(address), 'its thread');
  return page(headline(say`What moved ${bold(which)} is in ${thread} in ${channel(place)}.`));
}

export function thresholdSetAnswer({ name }: ProjectRef, minChange: number): Page {
  return page(
    headline(`Done. ${brief(name, 'project')}’s alert threshold is now ${count(minChange, 'point')}.`),
    note(say`You can change it again with ${code('/visibility feeds')}.`),
  );
}

export const MUTE_FIELD = 'for';

/** Without `ms` until the alert recovers. */
export const MUTE_CHOICES: ReadonlyMap<string, { label: string; ms?: number }> = new Map([
  ['day', { label: '1 day', ms: DAY_MS }],
  ['week', { label: '1 week', ms: WEEK_MS }],
  ['recovered', { label: 'Until it recovers' }],
]);

/** `elsewhere`: the alert’s channel, if the form isn’t opened there. */
export function alertMuteModal(which: string, project: string, carries: string, elsewhere?: string): Form {
  const name = brief(project, 'project');
  const options = [...MUTE_CHOICES].map(([value, { label }]) => ({ value, label }));
  return {
    id: VIEWS.alertMute,
    title: 'Mute alert',
    submit: 'Mute',
    carries,
    parts: [
      paragraph(
        say`While it’s muted, no new alerts on ${name}’s visibility come to ${elsewhere === undefined ? 'this channel' : channel(elsewhere)}. ${capitalize(brief(which, 'place'))} stays up to date.`,
      ),
      field(MUTE_FIELD, 'For', { type: 'choice', as: 'radio', options, initial: 'day' }),
    ],
  };
}

/** Asks before a colleague is released from an alert, as before their claim on a lead ends. */
export function alertReleaseForm(
  which: string,
  taken: NonNullable<AlertStanding['taken']>,
  carries: string,
): Form {
  const name = capitalize(brief(which, 'place'));
  return {
    id: VIEWS.alertRelease,
    title: 'Release alert',
    submit: 'Release',
    carries,
    parts: [
      paragraph(say`${name}: ${takenWords(taken)} If you release it, they’re told and anyone can take it.`),
    ],
  };
}
