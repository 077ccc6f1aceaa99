/** What stands in place of a digest: that it was held back, or that a feed's filters left nothing to post. */
import { carry } from '../../carried.ts';
import type { DigestHeld, FilteredOut, Standing } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { brief } from '../lengths.ts';
import { actions, button, headline, note, type Page, paragraph } from '../page.ts';
import { bold, joined, say, user } from '../text.ts';
import { momentBeside } from '../times.ts';
import { allLeftOut } from './left-out.ts';

/** Most of a known list came back as new. */
export function digestHeldMessage(held: DigestHeld, { overSince }: Standing): Page {
  const { project, fresh, polled, told, subscription, at } = held;
  const name = brief(project.name, 'project');
  const what = `${fresh} of ${polled} leads came back as new at once, so the API may have given them new ids.`;
  const isOver = overSince !== undefined;
  const resume = button(
    ACTIONS.feedResume,
    'Resume',
    `Resume ${name} leads`,
    carry('feed', { feed: subscription }),
  );
  const state = isOver ? `${name}: digest held, running again` : `${name}: digest held`;
  return {
    parts: [
      headline(bold(isOver ? say`✅ ${state} since ${momentBeside(overSince, at)}` : `⚠️ ${state}`)),
      paragraph(what),
      !isOver && paragraph('If you resume, the list counts as known and its best are posted once.'),
      !isOver && actions([resume]),
      !isOver &&
        told.length > 0 &&
        note(say`${joined(told.map(user), ', ')} ${told.length === 1 ? 'knows' : 'know'}.`),
    ],
  };
}

/** Said once for one set of filters, which remove everything that the API has. */
export function filteredOutMessage({ project, leftOut, minScore, subscription }: FilteredOut): Page {
  const name = brief(project.name, 'project');
  const feed = carry('feed', { feed: subscription });
  const why = allLeftOut(leftOut, minScore) ?? 'The filters of this feed leave out every lead.';
  return {
    parts: [
      headline(bold(`${name} · no leads to post`)),
      paragraph(why),
      actions([
        button(ACTIONS.leadsShowAll, 'Show all', `Show all leads of ${name}`, feed),
        button(ACTIONS.filterChange, 'Change filter', `How to change the filter of ${name} leads`, feed),
      ]),
      note('You won’t hear this again until the filters change. Digests resume by themselves.'),
    ],
  };
}
