/** /visibility competitor <name>: how another tool stands, by engine and by topic. */
import { competitorPage } from '../../messages/lookups/competitor.ts';
import { nearest } from '../../nearest.ts';
import { ownAmong } from '../../own-brand.ts';
import type { Project } from '../../projects/projects.ts';
import type { Mention } from '../../visibility/contract.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import { ifReadable, namesOfEngines } from '../api-trouble.ts';
import type { Command } from '../ask.ts';
import { unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';

export const competitor: Command = {
  name: 'competitor',
  usage: 'competitor <name>',
  example: 'competitor Globex',
  summary: 'How another tool stands, by engine and by topic',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project } = ask;
    const words = unquoted(ask.words);
    const api = ask.api(project);
    const asked = api.mentions(project.id);
    const mentions = await ifReadable(asked, ask);
    const isMeant = (tool: string) => tool.toLowerCase() === words.toLowerCase();
    const own = ownNames(mentions ?? [], project).find(isMeant);
    if (own) throw ownBrand(own);
    // The name as it was typed may do where nobody can say how it is written.
    if (!words) await asked;
    const known = toolsNamed(mentions ?? [], project);
    const name = known.find(isMeant) ?? (mentions && !mentions.rest ? undefined : words);
    if (!name) throw noSuchTool(words, known, project);
    const [detail, engines] = await Promise.all([
      api.competitorDetail(project.id, name).catch((error: unknown) => {
        // A name that only the API could know, and does not.
        const isGuess = mentions !== undefined && !known.includes(name);
        throw isGuess && error instanceof NotFoundError ? noSuchTool(words, known, project) : error;
      }),
      namesOfEngines(api, ask),
    ]);
    const byEngine = detail.byEngine && withEngineNames(detail.byEngine, engines);
    return { message: competitorPage(project, name, { ...detail, byEngine }), share: true };
  },
};

/** What the brand itself is called: by people, and in the latest answers. */
function ownNames(mentions: readonly Mention[], { name }: Project): string[] {
  const own = mentions.filter(ownAmong(mentions, name));
  return [name, ...own.map(({ entity_name }) => entity_name)];
}

/** The tools that the latest answers named beside the brand, most often named first. */
function toolsNamed(mentions: readonly Mention[], project: Project): string[] {
  const isOwn = ownAmong(mentions, project.name);
  const counts = new Map<string, number>();
  for (const mention of mentions) {
    if (isOwn(mention)) continue;
    counts.set(mention.entity_name, (counts.get(mention.entity_name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function ownBrand(name: string): Refused {
  return new Refused({
    sentence: `${name} is this project’s own brand. For its figures, try /visibility scores, topics or mentions.`,
    example: '/visibility scores',
  });
}

function noSuchTool(words: string, known: readonly string[], { name }: Project): Refused {
  const guess = words ? nearest(words, known) : undefined;
  const example = `/visibility competitor ${guess ?? known[0] ?? 'Globex'}`;
  const some = known.slice(0, 5).join(', ');
  const named = some ? ` The latest answers name: ${some}.` : ` The latest answers name nobody but ${name}.`;
  const sentence = words ? `No recent answer names “${words}”.${named}` : `Say which tool.${named}`;
  return new Refused({ sentence, nearest: guess, example });
}
