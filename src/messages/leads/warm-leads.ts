/** Warm leads, threads that AI engines cite already: a block of the digest, and the answer to leads warm. */
import { type DigestLead, handleOf, type ProjectRef, type Standing } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';

import { brief } from '../lengths.ts';
import { headline, type Page, type Part, paragraph, type Row, rows } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { citedNote, leadLink } from './lead-facts.ts';

/** Shown in a digest, which is about its new leads. */
const IN_DIGEST = 3;

/** None where there are no warm leads. */
export function warmRows(warm: readonly DigestLead[] = []): Part | undefined {
  if (warm.length === 0) return undefined;
  const more = warm.length - IN_DIGEST;
  const all = warm.slice(0, IN_DIGEST).map((lead) => warmRow(lead));
  const others = more > 0 ? [{ text: say`${figure(more)} more: /visibility leads warm` }] : [];
  return rows([...all, ...others], { heading: bold('Warm: engines cite these threads') });
}

/**
 * Answers /visibility leads warm; in the API's order. What is a lead of the feeds too has a handle, and stands somehow;
 * `only` of what alone.
 */
export function warmLeadsAnswer(
  project: ProjectRef,
  warm: readonly DigestLead[],
  { handles, leads, only = [] }: Pick<Standing, 'handles' | 'leads'> & { only?: readonly string[] },
): Page {
  const name = brief(project.name, 'project');
  const filters = only.map((one) => `only ${brief(one, 'title')}`);
  const isNone = warm.length === 0;
  const amount = isNone ? 'no warm leads' : count(warm.length, 'warm lead');
  return {
    summary: say`${name}: ${beside(amount, ...filters)}`,
    parts: [
      headline(bold(beside(name, amount, ...filters))),
      paragraph(
        isNone
          ? 'AI engines cite no thread that you could join.'
          : 'AI engines already cite these threads: what you write there, they can read.',
      ),
      rows(
        warm.map((lead) => {
          const handle = handleOf({ handles }, lead.key);
          const row = warmRow(lead, leads?.[lead.key]?.state, handle);
          return {
            ...row,
            control: handle ? lineButton({ label: 'Open', line: handle }, project.id) : undefined,
          };
        }),
      ),
    ],
  };
}

function warmRow(lead: DigestLead, state: string | undefined = 'new', handle?: string): Row {
  const place = brief(lead.place ?? '', 'place') || 'no place given';
  const cited = citedNote(lead.citedBy ?? []);
  return { text: beside(leadLink(lead, 'line'), place, cited, state !== 'new' && state, handle) };
}
