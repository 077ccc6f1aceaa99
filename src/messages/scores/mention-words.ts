/** The sentences of alerts about rivals and negative mentions: their messages, and all answers about them, share these. */
import type { MentionAlert, NegativeRise, RivalFigures, RivalPassed, ToneFigures } from '../../decision.ts';
import { figure, scaleOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { flexible, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';

/** What its headline says: as it was found while it goes on, as it ended once that is over. `days`: of "four weeks". */
export function mentionHeadline({ project, status, about }: MentionAlert): { signpost: string; what: Text } {
  const own = flexible(brief(project.name, 'project'));
  if (about.type === 'rival') {
    const rival = flexible(brief(about.rival, 'place'));
    const now = about.now ?? about.figures;
    switch (status) {
      case 'open':
        return { signpost: '🔻 ', what: say`${rival} passed ${own}: ${aheadWords(about, about.figures)}` };
      case 'over':
        return { signpost: '✅ ', what: say`${own} is ahead of ${rival} again: ${backWords(about, now)}` };
      case 'stays':
        return { signpost: '🔻 ', what: say`${rival} stays ahead of ${own}: ${aheadWords(about, now)}` };
    }
  }
  const now = about.now ?? about.figures;
  switch (status) {
    case 'open':
      return {
        signpost: '🔻 ',
        what: say`${own}: ${negativeWords(about.figures)}, usually ${usualWords(about)}`,
      };
    case 'over':
      return { signpost: '✅ ', what: say`${own}: negative mentions are as usual again, ${shareWords(now)}` };
    case 'stays':
      return {
        signpost: '🔻 ',
        what: say`${own}: more negative mentions have become usual, ${shareWords(now)}`,
      };
  }
}

/** What became of it since, and since when it has been so. */
export function mentionBody(alert: MentionAlert): Text[] {
  const { about, status } = alert;
  const isOpen = status === 'open';
  if (about.type === 'rival') {
    const { since, until, now } = about;
    const from = `Ahead every day since ${dayName(since)}; you were ahead until ${dayName(until)}.`;
    const was = `It passed you on ${dayName(since)}.`;
    return [
      ...(isOpen && now ? [say`Now ${nowWords(now)} on ${dayName(now.day)}.`] : []),
      say`${isOpen ? from : was}`,
      ...(status === 'stays' ? [say`After four weeks this is no news: this message ends here.`] : []),
    ];
  }
  const { figures, now } = about;
  const rose = `It began on ${dayName(figures.day)}, with ${figure(figures.negative)} of ${figure(figures.of)}, where ${usualWords(about)} is usual.`;
  return [
    ...(isOpen && now ? [say`Now ${shareWords(now)}.`] : []),
    ...(isOpen ? [] : [say`${rose}`]),
    ...(status === 'stays' ? [say`After four weeks this is no news: this message ends here.`] : []),
  ];
}

/** In the message of another alert, one line. */
export function mentionLine(alert: MentionAlert): Text {
  const { signpost, what } = mentionHeadline(alert);
  return say`${signpost}${what}.`;
}

/** By which rule it came and ends. */
export function mentionRule({ about }: MentionAlert): string {
  if (about.type === 'negative')
    return 'Counted in mentions whose sentiment the API gives. It ends after three days within the usual.';
  const counted =
    about.figures.of === undefined
      ? 'Points as the API gives them for both.'
      : 'Counted in answers that name a tool first, not in all that name it.';
  return `${counted} It ends once you’ve been ahead for three days.`;
}

/** "named first in 57 of 240 answers on Sat 21 Nov, you in 42"; of points "61.0 points on Sat 21 Nov, you 58.2". */
function aheadWords(about: RivalPassed, figures: RivalFigures): string {
  const { rival, own, of, day } = figures;
  if (of === undefined) {
    const { level } = pointsScale(about);
    return `${level(rival)} points on ${dayName(day)}, you ${level(own)}`;
  }
  return `named first in ${figure(rival)} of ${figure(of)} answers on ${dayName(day)}, you in ${figure(own)}`;
}

function backWords(about: RivalPassed, figures: RivalFigures): Text {
  const { rival, own, of, day } = figures;
  const name = flexible(brief(about.rival, 'place'));
  if (of === undefined) {
    const { level } = pointsScale(about);
    return say`${level(own)} points on ${dayName(day)}, ${name} ${level(rival)}`;
  }
  return say`named first in ${figure(own)} of ${figure(of)} answers on ${dayName(day)}, ${name} in ${figure(rival)}`;
}

/** "60 of 238, you 40" */
function nowWords({ rival, own, of }: RivalFigures): string {
  if (of === undefined) {
    const { level } = scaleOf([own, rival]);
    return `${level(rival)}, you ${level(own)},`;
  }
  return `${figure(rival)} of ${figure(of)}, you ${figure(own)},`;
}

function pointsScale({ figures, now = figures }: RivalPassed) {
  return scaleOf([figures.own, figures.rival, now.own, now.rival]);
}

function negativeWords({ negative, of, day }: ToneFigures): string {
  return `${figure(negative)} of ${figure(of)} mentions were negative on ${dayName(day)}`;
}

/** "5 of 93 on Thu 26 Nov" */
function shareWords({ negative, of, day }: ToneFigures): string {
  return `${figure(negative)} of ${figure(of)} on ${dayName(day)}`;
}

/** "about 6" of as many mentions as that day had. */
function usualWords({ usual, figures: { of } }: NegativeRise): string {
  const many = Math.round(usual * of);
  return many === 0 ? 'none' : `about ${figure(many)}`;
}
