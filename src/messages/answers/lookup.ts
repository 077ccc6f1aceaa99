/** The shape of every answer that is a list of the API's rows: how many, then one line for each. */
import type { ProjectRef } from '../../decision.ts';
import type { DataVisualizationBlock, Message } from '../../slack/blocks.ts';
import { joined, link, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { brief, linkable } from '../lengths.ts';

/** A row: what it is, linked where it has an address, and what is known of it. Outside text is shortened by the caller. */
export type LookupRow = {
  title: string;
  url?: string | undefined;
  facts: readonly (string | undefined | false)[];
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
  rows: readonly LookupRow[];
  chart?: DataVisualizationBlock | undefined;
};

export function lookupAnswer({ project, what, only = [], amount, note, rows, chart }: Lookup): Message {
  const name = brief(project.name, 'project');
  const which = [...only.map((one) => `only ${brief(one, 'title')}`), amount].join(' · ');
  const head = joined([joined([mrkdwn`*${name} ${what}*`, which], ' · '), note], '\n');
  const lines = list(head, rows.map(line));
  return {
    text: fallback(`${name} ${what}: ${which}.`, [...(note ? [note] : []), ...rows.map(spoken)]),
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
