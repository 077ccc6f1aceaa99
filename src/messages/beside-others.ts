/** Says that a feed has put its project into a channel of others: its people read one more, and commands have to choose. */
import type { ProjectRef } from '../decision.ts';
import { figure } from './figures.ts';
import { brief } from './lengths.ts';

/** Others that are named; more are only counted. */
const NAMED = 3;

/** `others`: the projects that the channel showed before. No line where there were none. */
export function besideOthers(project: ProjectRef, others: readonly ProjectRef[]): string[] {
  if (others.length === 0) return [];
  const name = brief(project.name, 'project');
  const names = others.slice(0, NAMED).map((other) => brief(other.name, 'project'));
  const more = others.length > NAMED ? ` and ${figure(others.length - NAMED)} more` : '';
  return [
    `That channel now shows ${name} beside ${names.join(', ')}${more}. Everybody there can look it up, and commands there say which is meant: “in ${name}”.`,
  ];
}
