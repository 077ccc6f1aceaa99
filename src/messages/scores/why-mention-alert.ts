/** Answers /visibility why A41 for a rival that passed the brand, or for negative mentions that rose: by which rule, and how it stands. */
import type { Verdict } from '../../carried.ts';
import type { AlertStanding, MentionAlert } from '../../decision.ts';
import { headline, type Page } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { dayName } from '../times.ts';
import { decidedPost, type WhyPost } from '../why-post.ts';
import { verdictsInWords } from './alert-answers.ts';
import { mutedUntil } from './alert-words.ts';
import { mentionOutcomeLine, type SettledAs, settledLater } from './ledger.ts';
import { quoted } from './mention-alert.ts';
import { mentionBody, mentionHeadline, mentionRule } from './mention-words.ts';
import { section } from './why-alert.ts';

export type WhyMentionAlert = {
  alert: MentionAlert;
  handle: string;
  muted: AlertStanding['muted'];
  posts: readonly (WhyPost & { channel: string })[];
  /** The handle of the alert whose message tells this one too. */
  toldIn?: string | undefined;
  /** What became of it; before that, the last day (YYYY-MM-DD) of the two weeks after which it's settled. */
  settled?: SettledAs | { after: string } | undefined;
  verdicts?: { all: number; by: Partial<Record<Verdict, number>> } | undefined;
  now: number;
};

export function whyMentionAlertAnswer(why: WhyMentionAlert): Page {
  const { alert, handle, muted, posts, toldIn, settled, verdicts, now } = why;
  const { what } = mentionHeadline({ ...alert, status: 'open' });
  return {
    summary: say`${handle}: ${what}`,
    parts: [
      headline(beside(bold(handle), what)),
      section('Why it came', [whyItCame(alert), mentionRule(alert)]),
      quoted(alert),
      section('Where it stands', [
        toldIn && `It’s told in the message of ${toldIn}, because it has the same cause.`,
        ...posts.map((post) => decidedPost(post, now)),
        alert.status === 'open' ? bold('Open.') : mentionHeadline(alert).what,
        ...mentionBody(alert),
        settled && ('after' in settled ? settledLater(settled.after) : mentionOutcomeLine(settled)),
        verdicts && verdictsInWords(verdicts.all, verdicts.by),
        muted && say`${bold('Muted')} ${mutedUntil(muted, 'it')}.`,
      ]),
    ],
  };
}

function whyItCame({ about }: MentionAlert): string {
  if (about.type === 'negative')
    return `On ${dayName(about.figures.day)} more mentions were negative than chance and the days before explain.`;
  const chance =
    about.figures.of === undefined
      ? 'by at least the smallest change of this feed'
      : 'by more than chance explains';
  return `You were ahead until ${dayName(about.until)}, and it has been ahead on three days in a row since ${dayName(about.since)}, ${chance}.`;
}
