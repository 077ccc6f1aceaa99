/** Shows, privately, what a digest does not: its further leads, page by page. */
import type { LeadDigest, Standing } from '../../decision.ts';
import { brief } from '../lengths.ts';
import { actions, headline, type Page, rows } from '../page.ts';
import { mostFitting } from '../room.ts';
import { bold } from '../text.ts';
import { dayAt } from '../times.ts';
import type { LeadPage } from './lead-controls.ts';
import { leadsOfDigest, lookedAt, moreButton, PAGE_OF_MORE } from './lead-digest.ts';
import { type LeadRows, leadLine } from './lead-row.ts';

/** `mayAct`: whether the reader may claim a lead, dismiss it and so on. */
export type FurtherLeads = LeadPage & { digest: LeadDigest; mayAct: boolean };

export function furtherLeadsMessage(
  further: FurtherLeads,
  standing: Pick<Standing, 'handles' | 'leads'>,
): Page {
  const { digest, from, ts, mayAct } = further;
  const { project, timezone } = digest;
  const all = leadsOfDigest(digest);
  const row: LeadRows = {
    project,
    at: lookedAt(digest),
    timezone,
    standing,
    mayAct: true,
    page: { from, ts },
  };
  const name = brief(project.name, 'project');
  const pageOf = (many: number, of = row): Page => {
    const to = from + many;
    const left = all.length - to;
    const title = `${name} leads of ${dayAt(digest.at, timezone)}`;
    const which = many === 0 ? 'there are no more' : `${from + 1} to ${to} of ${all.length}`;
    return {
      parts: [
        headline(bold(`${title} · ${which}`)),
        rows(all.slice(from, to).map((lead) => leadLine(lead, of))),
        left > 0 && many > 0 && actions([moreButton(name, left, { from: to, ts })]),
      ],
    };
  };
  const shown = mostFitting(Math.max(0, Math.min(PAGE_OF_MORE, all.length - from)), pageOf);
  return pageOf(shown, { ...row, mayAct });
}
