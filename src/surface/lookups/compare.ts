/** /visibility compare: the tools that answers name beside the brand, and how one of them stands by engine and by topic. */
import { competitorPage, toolsPage } from '../../messages/lookups/competitor.ts';
import { begun, nearest } from '../../nearest.ts';
import { ownAmong } from '../../own-brand.ts';
import type { Project } from '../../projects/projects.ts';
import type { Mention } from '../../visibility/contract.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import { ifReadable, namesOfEngines } from '../api-trouble.ts';
import type { Answer, Command, ProjectAsk } from '../ask.ts';
import { unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';
import { pageOf } from '../run-command.ts';

export const compare: Command = {
  name: 'compare',
  aka: ['competitor'],
  usage: 'compare [name]',
  example: 'compare Globex',
  summary: 'How another tool stands, by engine and by topic; alone, the tools that answers name beside you',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project } = ask;
    const words = unquoted(ask.words);
    const api = ask.api(project);
    const asked = api.mentions(project.id);
    if (!words) return named(await asked, ask);
    const mentions = await ifReadable(asked, ask);
    const isMeant = (tool: string) => tool.toLowerCase() === words.toLowerCase();
    const own = ownNames(mentions ?? [], project).find(isMeant);
    if (own) throw ownBrand(own);
    const known = toolsNamed(mentions ?? [], project).map(({ name }) => name);
    // The name as it was typed may do where nobody can say how it is written.
    const name = begun(words, known) ?? (mentions && !mentions.rest ? undefined : words);
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

function named(mentions: readonly Mention[], { project, page }: ProjectAsk): Answer {
  const all = toolsNamed(mentions, project);
  const { shown, pages } = pageOf(all, page);
  return {
    message: toolsPage(project, shown, { tools: all.length, mentions: mentions.length }),
    pages,
    share: true,
  };
}

/** What the brand itself is called: by people, and in the latest answers. */
function ownNames(mentions: readonly Mention[], { name }: Project): string[] {
  const own = mentions.filter(ownAmong(mentions, name));
  return [name, ...own.map(({ entity_name }) => entity_name)];
}

/** The tools that the latest answers named beside the brand, most often named first. */
function toolsNamed(mentions: readonly Mention[], project: Project): { name: string; mentions: number }[] {
  const isOwn = ownAmong(mentions, project.name);
  const others = Map.groupBy(
    mentions.filter((mention) => !isOwn(mention)),
    ({ entity_name }) => entity_name,
  );
  return [...others]
    .map(([name, { length }]) => ({ name, mentions: length }))
    .sort((a, b) => b.mentions - a.mentions);
}

function ownBrand(name: string): Refused {
  return new Refused({
    sentence: `${name} is this project’s own brand. Its figures stand elsewhere.`,
    tries: ['scores', 'topic', 'mentions'],
  });
}

function noSuchTool(words: string, known: readonly string[], { name }: Project): Refused {
  const guess = nearest(words, known);
  const sentence = `No recent answer names “${words}”.${known.length > 0 ? '' : ` The latest answers name nobody but ${name}.`}`;
  const near = guess === undefined ? known : [guess];
  return new Refused({ sentence, tries: near.map((tool) => `compare ${tool}`) });
}
