/** Alerts on mentions: a rival passed the brand, or negative mentions rose. */
import type {
  MentionAlert,
  NegativeRise,
  RivalFigures,
  RivalPassed,
  Standing,
  ToneFigures,
} from '../../decision.ts';
import { figure, scaleOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import type { Page, Part } from '../page.ts';
import { bold, flexible, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import { alertCard, type WhyAnyAlert } from './alert-answers.ts';
import { alertPage, alsoLine } from './alert-words.ts';

/** `decided` is what the channel was told first; the page shows the alert as it is now, from `standing`. */
export function mentionAlertMessage(decided: MentionAlert, standing: Standing): Page {
  const { latest = decided, also = [], mentions = [] } = standing.alert ?? {};
  const alert = latest.kind === 'mention_alert' ? latest : decided;
  const { about, status } = alert;
  return alertPage(alert, standing, {
    ...mentionHeadline(alert),
    isOpen: status === 'open',
    body: [...mentionBody(alert), alsoLine(also, about.now ?? about.figures), ...mentions.map(mentionLine)],
    below: [quotePart(alert)],
    small: mentionRule(alert),
  });
}

function quotePart({ about }: MentionAlert): Part | undefined {
  if (about.type !== 'negative' || about.quote === undefined) return undefined;
  return { kind: 'quote', text: say`“${flexible(brief(about.quote, 'quote'))}”` };
}

/** What was found while it’s open, then how it ended. */
export function mentionHeadline({
  project,
  status,
  about,
}: Pick<MentionAlert, 'project' | 'status' | 'about'>): { signpost: string; what: Text } {
  const own = flexible(brief(project.name, 'project'));
  const what = about.type === 'rival' ? rivalHeadline(own, about) : negativeHeadline(own, about);
  return { signpost: status === 'over' ? '✅ ' : '🔻 ', what: what[status] };
}

type Headlines = Readonly<Record<MentionAlert['status'], Text>>;

function rivalHeadline(own: Text, about: RivalPassed): Headlines {
  const rival = flexible(brief(about.rival, 'place'));
  const { figures, now = figures } = about;
  return {
    open: say`${rival} passed ${own}: ${describeLead(about, figures)}`,
    over: say`${own} is ahead of ${rival} again: ${describeLead(about, now, 'own')}`,
    stays: say`${rival} stays ahead of ${own}: ${describeLead(about, now)}`,
  };
}

function negativeHeadline(own: Text, about: NegativeRise): Headlines {
  const { figures, now = figures } = about;
  const { negative, of, day } = figures;
  const rose = `${figure(negative)} of ${figure(of)} mentions were negative on ${dayName(day)}`;
  return {
    open: say`${own}: ${rose}, usually ${describeUsual(about)}`,
    over: say`${own}: negative mentions are back to normal, ${describeShare(now)}`,
    stays: say`${own}: more negative mentions are the new normal, ${describeShare(now)}`,
  };
}

function mentionBody({ about, status }: MentionAlert): Text[] {
  const isOpen = status === 'open';
  const ends =
    status === 'stays' ? [say`After four weeks this is no longer news, so this message stops updating.`] : [];
  if (about.type === 'rival') {
    const { since, until, now } = about;
    const from = `It’s been ahead every day since ${dayName(since)}; you were ahead until ${dayName(until)}.`;
    const was = `It passed you on ${dayName(since)}.`;
    return [
      ...(isOpen && now ? [say`Now ${describeLead(about, now)}.`] : []),
      say`${isOpen ? from : was}`,
      ...ends,
    ];
  }
  const { figures, now } = about;
  if (isOpen) return now ? [say`Now ${describeShare(now)}.`] : [];
  const rose = `It began on ${dayName(figures.day)}, with ${figure(figures.negative)} of ${figure(figures.of)}, where ${describeUsual(about)} is usual.`;
  return [say`${rose}`, ...ends];
}

/** One line in another alert’s message. */
export function mentionLine(alert: MentionAlert): Text {
  const { signpost, what } = mentionHeadline(alert);
  return say`${signpost}${what}.`;
}

function mentionRule({ about }: MentionAlert): string {
  if (about.type === 'negative')
    return 'Counted in mentions whose sentiment the API gives. It ends after three days back to normal.';
  const counted =
    about.figures.of === undefined
      ? 'Points as the API gives them for both.'
      : 'Counted in answers that name a tool first, not in all that name it.';
  return `${counted} It ends once you’ve been ahead for three days.`;
}

/** "named first in 57 of 240 answers on Sat 21 Nov, you in 42"; of points "61.0 points on Sat 21 Nov, you 58.2". */
function describeLead(about: RivalPassed, at: RivalFigures, first: 'rival' | 'own' = 'rival'): Text {
  const { figures, now = figures } = about;
  const { of, day, rival, own } = at;
  const [ahead, behind] = first === 'rival' ? [rival, own] : [own, rival];
  const other = first === 'rival' ? 'you' : flexible(brief(about.rival, 'place'));
  if (of !== undefined)
    return say`named first in ${figure(ahead)} of ${figure(of)} answers on ${dayName(day)}, ${other} in ${figure(behind)}`;
  const { level } = scaleOf([figures.own, figures.rival, now.own, now.rival]);
  return say`${level(ahead)} points on ${dayName(day)}, ${other} ${level(behind)}`;
}

function describeShare({ negative, of, day }: ToneFigures): string {
  return `${figure(negative)} of ${figure(of)} on ${dayName(day)}`;
}

/** "about 6", out of as many mentions as that day had. */
function describeUsual({ usual, figures: { of } }: NegativeRise): string {
  const many = Math.round(usual * of);
  return many === 0 ? 'none' : `about ${figure(many)}`;
}

export function whyMentionAlertAnswer(why: WhyAnyAlert & { alert: MentionAlert }): Page {
  const { alert } = why;
  const { about, status } = alert;
  const isOpen = status === 'open';
  const { what } = mentionHeadline(alert);
  const told = {
    what: mentionHeadline({ ...alert, status: 'open' }).what,
    isOpen,
    began: about.type === 'rival' ? about.since : about.figures.day,
    ended: say`${what}.`,
    raised: [describeReason(alert), mentionRule(alert)],
    more: quotePart(alert),
    stands: [isOpen ? bold('Open.') : what, ...mentionBody(alert)],
  };
  return alertCard(why, told);
}

function describeReason({ about }: MentionAlert): string {
  if (about.type === 'negative')
    return `On ${dayName(about.figures.day)} more mentions were negative than chance or the days before would explain.`;
  const chance =
    about.figures.of === undefined
      ? 'by at least this feed’s alert threshold'
      : 'by more than chance explains';
  return `You were ahead until ${dayName(about.until)}. From ${dayName(about.since)} on, it was ahead three days in a row, ${chance}.`;
}
