/** A person's own digest: a few leads in a line each, with why each stands where it does, and whose order that is. */
import type { OwnDigest, OwnOrder, OwnRow, Standing, WhyRanked } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { brief } from '../lengths.ts';
import { actions, type Button, button, headline, note, type Page, type Row, rows } from '../page.ts';
import { scheduleInWords } from '../post-foot.ts';
import { beside, bold, say } from '../text.ts';
import { claimButton, leadMenu } from './lead-controls.ts';
import { leadSummary, titleOf, unreadFacts } from './lead-facts.ts';
import { leadLine } from './lead-row.ts';

const NUMBERS = ['', '', 'two', 'three', 'four', 'five'];

export function ownDigestMessage(digest: OwnDigest, standing: Standing): Page {
  const { rows: shown, at, order } = digest;
  const [first] = shown;
  const name =
    shown.length === 1 ? 'Today’s lead for you' : `Today’s ${NUMBERS[shown.length] ?? 'leads'} for you`;
  const others = new Set(shown.map(({ project }) => project.id)).size > 1;
  return {
    summary: say`${name}${first && say`: ${leadSummary(first.lead, at)}`}.`,
    parts: [
      headline(beside(bold(name), !others && first && brief(first.project.name, 'project'))),
      rows(shown.map((row) => rowOf(row, digest, standing, others))),
      note(beside(orderInWords(order), scheduleInWords(digest), unreadFacts(shown.map(({ lead }) => lead)))),
      actions([ownDigestButton('Change…')]),
    ],
  };
}

/** Opens the form of one's own digest. */
export function ownDigestButton(label: 'Your own digest…' | 'Change…'): Button {
  const hint = label === 'Change…' ? 'Change your own digest' : 'Your own digest';
  return button(ACTIONS.ownDigest, label, hint, 'own');
}

/** `others`: leads of more than one project are shown. An open lead has room for the one thing to do. */
function rowOf(
  { project, lead, why }: OwnRow,
  { at, timezone }: OwnDigest,
  standing: Standing,
  others: boolean,
): Row {
  const line = leadLine(lead, { project, at, timezone, standing, mayAct: true });
  const reason = why ? whyInWords(why) : brief(lead.reason ?? '', 'reason');
  const row: Row = { ...line, note: beside(others && brief(project.name, 'project'), reason) };
  const handle = handleOf(standing, lead.key);
  const state = standing.leads?.[lead.key]?.state ?? 'new';
  if (handle === undefined) return row;
  const id = `${project.id} ${handle}`;
  if (state !== 'new') return { ...line, id };
  const ref = { handle, projectId: project.id };
  return {
    ...row,
    id,
    control: undefined,
    controls: [claimButton(ref, titleOf(lead)), leadMenu(ref, 'new')],
  };
}

function whyInWords(why: WhyRanked): string {
  switch (why.kind) {
    case 'place':
      return `Your team answers threads in ${brief(why.place, 'place')}`;
    case 'untried':
      return `New place for you: your team has hardly tried ${brief(why.place, 'place')}`;
    case 'word':
      return `Your team answers threads about “${brief(why.word, 'place')}”`;
    case 'cited':
      return 'Your team answers threads that AI engines cite';
    case 'fresh':
      return 'Your team answers threads this fresh';
    case 'score':
      return 'Your team answers threads with scores this high';
    case 'rest':
      return 'Next best by what your team answers';
  }
}

function orderInWords(order: OwnOrder): string {
  const decisions = figure(order.decisions);
  if (order.by === 'team') return `Ordered by ${count(order.decisions, 'decision')} of your team`;
  switch (order.why) {
    case 'off':
      return 'In the API’s order, as you chose';
    case 'too_few':
      return `In the API’s order until your team has answered or dismissed ${figure(order.needed)} leads (${decisions} so far)`;
    case 'no_better':
      return `In the API’s order: your team’s ${decisions} decisions don’t point to a better one yet`;
  }
}
