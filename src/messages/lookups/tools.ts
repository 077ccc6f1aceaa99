/** Answers /visibility compare alone: the tools that answers name beside the brand. */
import type { ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, latest } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, type Page } from '../page.ts';
import { beside, bold } from '../text.ts';
import { lookupPage } from './lookup.ts';

/** One page of the tools that the latest answers name beside the brand, most often named first; `of` are all of them. */
export function toolsPage(
  project: ProjectRef,
  tools: readonly { name: string; mentions: number }[],
  of: { tools: number; mentions: number },
): Page {
  const amount = of.tools === 0 ? 'answers name no other tool yet' : count(of.tools, 'other tool');
  return lookupPage({
    project,
    amount,
    order: `Most often named first, in ${latest(of.mentions, 'mention')}`,
    rows: tools.map(({ name, mentions }) => ({
      text: beside(bold(brief(name, 'name') || 'Unnamed'), count(mentions, 'mention')),
      control: lineButton(
        { label: 'Compare', line: `compare ${name}`, hint: `Compare with ${brief(name, 'name')}` },
        project.id,
      ),
    })),
    onward: actions([lineButton({ label: 'All mentions', line: 'mentions' }, project.id)]),
  });
}
