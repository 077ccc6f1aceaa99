/** /visibility competitor <name>: how another tool stands, by engine and by topic. */
import { competitorAnswer } from '../../messages/answers/competitor-answer.ts';
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { nearest, unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const competitor: Command = {
  name: 'competitor',
  usage: 'competitor <name>',
  example: 'competitor Globex',
  summary: 'How another tool stands, by engine and by topic',
  scope: 'project',
  words: 'free',
  async run({ project, words: typed }, { visibilityOf }) {
    const words = unquoted(typed);
    const api = visibilityOf(project);
    const known = await toolsNamed(api, project);
    const name = known.find((tool) => tool.toLowerCase() === words.toLowerCase());
    if (!name) throw noSuchTool(words, known, project);
    const detail = await api.competitorDetail(project.id, name);
    return { message: competitorAnswer(project, name, detail), share: true };
  },
};

/** The tools that the latest answers named beside the brand, most often named first. */
async function toolsNamed(api: VisibilityClient, project: Project): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { entity_name } of await api.mentions(project.id)) {
    if (entity_name.toLowerCase() === project.name.toLowerCase()) continue;
    counts.set(entity_name, (counts.get(entity_name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function noSuchTool(words: string, known: readonly string[], { name }: Project): Refused {
  const guess = words ? nearest(words, known) : undefined;
  const example = `/visibility competitor ${guess ?? known[0] ?? 'Globex'}`;
  const some = known.slice(0, 5).join(', ');
  const named = some
    ? ` The latest answers name: ${some}.`
    : ` The latest answers name nobody beside ${name}.`;
  const sentence = words ? `No recent answer names “${words}”.${named}` : `Say which tool.${named}`;
  return new Refused({ sentence, nearest: guess, example });
}
