/** The shape of every answer that is a list of the API's rows: how many, then one line for each. */
import type { Button } from '@slack/types';
import type { ProjectRef } from '../../decision.ts';
import type { DataVisualizationBlock, Message } from '../../slack/blocks.ts';
import { joined, link, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { listWithButtons } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { footer } from '../layout.ts';
import { brief, linkable } from '../lengths.ts';

/** A row: what it is, linked where it has an address, and what is known of it. Outside text is shortened by the caller. */
export type LookupRow = {
  title: string;
  url?: string | undefined;
  facts: readonly (string | undefined | false)[];
  /** Opens what the row is about. */
  button?: Button | undefined;
};

export type Lookup = {
  project: ProjectRef;
  /** "citations", "searches": what the rows are. */
  what: string;
  /** The engines and the regions that alone were asked for. */
  only?: readonly string[] | undefined;
  /** "8 of 200, newest first", or why there are none. */
  amount: string;
  /** A sentence that belongs to all rows. */
  note?: string | undefined;
  /** Drawn before the note, and not heard. */
  bar?: string | undefined;
  rows: readonly LookupRow[];
  chart?: DataVisualizationBlock | undefined;
};

/** Why some rows cannot be opened, beside others that can. */
const UNOPENED = 'The API doesn’t say for every row which run the answer came from.';

export function lookupAnswer(lookup: Lookup): Message {
  const { project, what, only = [], amount, note, bar, rows, chart } = lookup;
  const name = brief(project.name, 'project');
  const which = [...only.map((one) => `only ${brief(one, 'title')}`), amount].join(' · ');
  const head = joined([joined([mrkdwn`*${name} ${what}*`, which], ' · '), joined([bar, note], ' ')], '\n');
  const isMixed = rows.some(({ button }) => button) && rows.some(({ button }) => !button);
  const lines = [
    ...listWithButtons(
      head,
      rows.map((row) => ({ line: line(row), button: row.button })),
    ),
    ...(isMixed ? [footer(mrkdwn`${UNOPENED}`)] : []),
  ];
  const spokenRows = [...(note ? [note] : []), ...rows.map(spoken)];
  return {
    text: fallback(`${name} ${what}: ${which}.`, spokenRows, isMixed ? UNOPENED : ''),
    blocks: chart ? [...lines, chart] : lines,
    ...(chart && { plainBlocks: lines }),
  };
}

function line({ title, url, facts }: LookupRow): Mrkdwn {
  return joined([mrkdwn`• ${link(linkable(url), title)}`, ...facts], ' · ');
}

function spoken({ title, facts }: LookupRow): string {
  return [title, ...facts.filter((fact) => fact)].join(' · ');
}
