/**
 * npm run learn: finds out how this API says what Sightline means, from its description and from its answers, keeps it
 * where the bot finds it, and shows what was found beside what was not.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { type Config, type Environment, readConfig } from '../config.ts';
import { ConfigError, messageOf } from '../errors.ts';
import { createApiKeys } from '../projects/api-keys.ts';
import { type Project, type Projects, readProjects } from '../projects/projects.ts';
import { keepLines, keptLines, replaceLines } from '../store/api-lines.ts';
import { openStore } from '../store/open.ts';
import type { Db } from '../store/schema.ts';
import { secretsOf, striking } from '../strike.ts';
import { findOpenApi, loadOpenApi, type Source } from '../visibility/fetch-openapi.ts';
import { type Line, profileOf } from '../visibility/profile.ts';
import { profileText } from '../visibility/profile-file.ts';
import { createProfiles, type KeptLine, keyMark } from '../visibility/profiles.ts';
import { readOpenApi } from '../visibility/read-openapi.ts';
import { correctionsOf } from '../watch/api-profile.ts';
import { COMMAND_LINES } from './command-line.ts';
import { answeredIn } from './doctor/examine.ts';
import { createProgress, type Terminal } from './doctor/progress.ts';
import { READS } from './doctor/reads.ts';
import type { ReadReport } from './doctor/report.ts';
import { walkProject } from './doctor/walk.ts';
import { type DescriptionRead, drawnLearning } from './learn-drawn.ts';

/** Exit code 1 where nothing could be learnt. `args` are those of COMMAND_LINES. */
export async function learn(
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const { options } = COMMAND_LINES.learn;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [from] = positionals;
  const there = await setting(env, values.project, from !== undefined);
  const secrets = new Set([...(there ? secretsOf(there.config) : []), there?.apiKey ?? '']);
  const strike = striking(secrets);
  const source: Source = {
    baseUrl: there?.config.visibility.baseUrl ?? 'http://localhost',
    apiKey: there?.apiKey,
  };
  const description = await descriptionOf(from ?? there?.projects.api.openapi, source, there !== undefined);
  const store = there && (await storeOf(there.config));
  try {
    const known = store?.db ? await keptLines(store.db) : [];
    const of = description.read
      ? ofAll(description.read.lines)
      : known.filter(({ known }) => known === 'described');
    const others = known.filter(({ known }) => known !== 'described');
    const corrected = there ? (await correctionsOf(there.projects.api)).lines : [];
    const refused: KeptLine[] = [];
    const profiles = createProfiles({
      corrected: () => corrected,
      keep: async (lines) => void refused.push(...lines),
      onLost: () => undefined,
    });
    profiles.load([...of, ...others]);
    const reads = there ? await asked(there, profiles, strike, terminal) : [];
    const answered = reads.flatMap(answeredIn);
    const mark = there ? keyMark(there.apiKey) : '';
    const learnt = [...refused, ...answered.map((line) => ({ ...line, keyMark: mark }))];
    if (store?.db) {
      if (description.read) await replaceLines(store.db, 'described', of, realNow());
      await keepLines(store.db, learnt, realNow());
    }
    const profile = profileOf([
      ...of,
      ...others.filter(({ keyMark }) => [mark, ''].includes(keyMark)),
      ...learnt,
      ...corrected,
    ]);
    if (values.out !== undefined) await writeFile(values.out, profileText(profile));
    const kept = store?.db ? 'kept' : store ? store.why : 'nowhere';
    print(
      strike(
        drawnLearning(
          { description, reads, profile, kept, out: values.out, project: there?.project.name },
          terminal,
        ),
      ),
    );
    const isAnything = (description.read?.found.length ?? 0) > 0 || answered.length > 0;
    return { exitCode: isAnything ? 0 : 1 };
  } finally {
    await store?.db?.destroy();
  }
}

type Setting = { config: Config; projects: Projects; project: Project; apiKey: string };

/** Undefined where nothing is configured and a description alone is to be read. @throws ConfigError */
async function setting(
  env: Environment,
  only: string | undefined,
  isOptional: boolean,
): Promise<Setting | undefined> {
  try {
    const config = readConfig(env);
    const projects = await readProjects(config.projectsFile, config.encryptionKey !== undefined);
    const keys = createApiKeys(config.secrets);
    const wanted = projects.projects.filter(
      ({ id, name }) => only === undefined || id === only || name.toLowerCase() === only.toLowerCase(),
    );
    const keyed = wanted.flatMap((project) => {
      const { key } = keys.of(project);
      return key === undefined ? [] : [{ project, apiKey: key }];
    });
    const [first] = keyed;
    if (first) return { config, projects, ...first };
    const names = projects.projects.map(({ name }) => name).join(', ') || 'none';
    throw new ConfigError([
      wanted.length === 0
        ? `There is no project “${only ?? ''}”. There are: ${names}.`
        : 'No project has an API key in the environment: set VISIBILITY_API_KEY.',
    ]);
  } catch (error) {
    if (isOptional && error instanceof ConfigError && only === undefined) return undefined;
    throw error;
  }
}

/** What was named has to be readable; what is only looked for may be missing. @throws ConfigError */
async function descriptionOf(
  from: string | undefined,
  source: Source,
  isOnline: boolean,
): Promise<DescriptionRead> {
  try {
    const found =
      from !== undefined
        ? { address: from, document: await loadOpenApi(from, source) }
        : isOnline
          ? await findOpenApi(source)
          : undefined;
    if (!found) return {};
    return { from: found.address, read: await readOpenApi(found.document) };
  } catch (error) {
    if (from === undefined) return { why: messageOf(error) };
    throw new ConfigError([`The description cannot be used. ${messageOf(error)}`]);
  }
}

/** A running bot has its embedded store for itself; then what is learnt is shown, and the bot learns by itself. */
async function storeOf(config: Config): Promise<{ db?: Db; why: string }> {
  try {
    return { db: await openStore(config, realNow), why: '' };
  } catch (error) {
    return { why: messageOf(error) };
  }
}

async function asked(
  { config, project, apiKey }: Setting,
  profiles: Parameters<typeof walkProject>[0]['profiles'],
  strike: (text: string) => string,
  terminal: Terminal,
): Promise<readonly ReadReport[]> {
  const progress = createProgress({ ...terminal, aside: (text) => terminal.aside(strike(text)) }, false);
  progress.part(project.name, READS.length);
  const { baseUrl } = config.visibility;
  const walking = { baseUrl, apiKey, isKeyRefused: false, projectId: project.id, strike };
  const walk = walkProject({ ...walking, ...(profiles && { profiles }), realNow, onStep: progress.step });
  return walk.finally(progress.end);
}

function ofAll(lines: readonly Line[]): KeptLine[] {
  return lines.map((line) => ({ ...line, keyMark: '' }));
}
