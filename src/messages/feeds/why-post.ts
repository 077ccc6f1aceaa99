/** Answers Why is this here? on a post that is not of leads: what it is, and which feed decided it when. */
import type { ProjectRef } from '../../decision.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { moment } from '../times.ts';

/** `explained` as in post-kinds.ts. `feed` is the one that decided it, where it is still there; `at` epoch ms. */
export function whyPostAnswer(
  project: ProjectRef,
  explained: string,
  { feed, at }: { feed: { kind: string; schedule: string; timezone: string } | undefined; at: number },
): Page {
  const name = brief(project.name, 'project');
  const by = feed && `its ${feed.kind} feed runs ${brief(feed.schedule, 'name')} ${feed.timezone}`;
  return {
    parts: [
      headline(say`${bold(name)}: this is ${explained}.`),
      note(beside(say`Decided ${moment(at)}`, by, by && '/visibility feeds')),
    ],
  };
}
