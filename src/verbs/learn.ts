/**
 * npm run learn: finds out how this API names and shapes what Sightline reads, from its description and its answers.
 * Stores that for the bot, and prints what it found and what it didn't.
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { type Environment, type LocalConfig, readLocalConfig } from '../config.ts';
import { ConfigError, messageOf } from '../errors.ts';
import { askRunningBot } from '../local-socket.ts';
import { createApiKeys } from '../projects/api-keys.ts';
import {
  describeNoProject,
  isNamed,
  type Project,
  type Projects,
  readProjects,
} from '../projects/projects.ts';
import { createRedactor, secretsOf } from '../redact.ts';
import { badKeySentence, isSendable } from '../secrets.ts';
import { keepLines, readKeptLines, replaceLines } from '../store/api-lines.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import type { Db } from '../store/tables.ts';
import { mendKey } from '../visibility/errors.ts';
import { findOpenApi, isUrl, loadOpenApi, type Source } from '../visibility/fetch-openapi.ts';
import { createProfiles, type KeptLine, type KeptProfiles } from '../visibility/profile.ts';
import { profileText } from '../visibility/profile-file.ts';
import { readOpenApi } from '../visibility/read-openapi.ts';
import { readCorrections } from '../watch/api-profile.ts';
import {
  COMMAND_LINES,
  createProgress,
  type Ended,
  type Progress,
  resolveFile,
  type Verb,
  VerbError,
} from './command-line.ts';
import { lookAtAddress } from './doctor/address.ts';
import { READS } from './doctor/reads.ts';
import type { Finding, ReadReport } from './doctor/report.ts';
import { listAnsweredLines, walkProject } from './doctor/walk.ts';
import { type DescriptionRead, drawLearning } from './draw-learning.ts';

/** Exit code 1 if no answer was understood; without an API, if no description was. @throws ConfigError, VerbError */
export const learn: Verb<Ended> = async (env, print, args, terminal) => {
  const { only, out, from } = readArguments(args, env);
  const setting = await readSetting(env, only, from !== undefined);
  const redact = createRedactor(new Set(setting ? [...secretsOf(setting.config), setting.apiKey] : []));
  const progress = createProgress({ ...terminal, aside: (text) => terminal.aside(redact(text)) }, false);
  const description = await readDescription(from, setting);
  const store = setting && (await openIfFree(setting.config));
  try {
    const described = description.read?.lines.map((line) => ({ ...line, keyMark: '' }));
    const { profiles, learned } = await loadProfiles(described, { setting, db: store?.db, out });
    const { fault, reads } = await readEverything(setting, profiles, redact, progress).finally(progress.end);
    if (setting && store?.db) {
      const { baseUrl } = setting.config.visibility;
      if (described) await replaceLines(store.db, baseUrl, 'described', described, realNow());
      await keepLines(store.db, baseUrl, learned, realNow());
    }
    const profile = profiles.of(setting?.apiKey ?? '');
    const came = new Map(reads.flatMap(({ method, came }) => (came ? [[method, came] as const] : [])));
    if (out !== undefined) await writeFile(resolveFile(out, env), profileText(profile, came), { flag: 'wx' });
    const learning = {
      description,
      fault,
      reads,
      profile,
      kept: describeKept(store, described !== undefined || learned.length > 0),
      out,
      outName: out && inProjectsFile(resolveFile(out, env), setting),
      project: setting?.project.name,
      keyName: setting?.keyName,
      toName: setting && !store?.db && from !== undefined ? inProjectsFile(from, setting) : undefined,
    };
    print(redact(drawLearning(learning, terminal)));
    const understood = setting ? reads.filter(({ outcome }) => outcome === 'ok') : description.read?.found;
    return { exitCode: understood?.length ? 0 : 1 };
  } finally {
    await store?.db?.destroy();
  }
};

/** What projects.yml calls an address or a file, given with its full path. */
function inProjectsFile(file: string, setting: Setting | undefined): string {
  if (!setting || isUrl(file)) return file;
  const { projectsFile } = setting.config;
  const isFolder = statSync(projectsFile, { throwIfNoEntry: false })?.isDirectory();
  const name = path.relative(isFolder ? projectsFile : path.dirname(projectsFile), file);
  return name.startsWith('..') || path.isAbsolute(name) ? file : name;
}

/** `only`: the project to ask about; `out`: the file to write, as given; `from`: the description that was named. */
function readArguments(args: readonly string[], env: Environment) {
  const { options, usage } = COMMAND_LINES.learn;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { out } = values;
  const obstacle = out === undefined ? undefined : findObstacle(out, env);
  if (obstacle !== undefined) throw new VerbError(obstacle);
  const [named, ...more] = positionals;
  if (more.length > 0) throw new VerbError(`Name one description.\nUsage: ${usage}`);
  const from = named === undefined || isUrl(named) ? named : resolveFile(named, env);
  return { only: values.project, out, from };
}

/** What prevents writing to `--out`, found before the API is asked, and what to do about it. */
function findObstacle(out: string, env: Environment): string | undefined {
  const file = resolveFile(out, env);
  if (existsSync(file))
    return `${out} already exists. Name a new file: learn never overwrites one, since it may have your corrections.`;
  const folder = path.dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return `There is no folder ${folder}. Create it, or name another file.`;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `The folder ${folder} can’t be written. Name a file in another one.`;
  }
}

type Setting = {
  config: LocalConfig;
  projects: Projects;
  project: Project;
  apiKey: string;
  keyName: string;
};

/** Whoever has set nothing yet is told all that is missing at once. @throws ConfigError */
async function readConfigured(env: Environment) {
  try {
    const config = readLocalConfig(env);
    return { config, projects: await readProjects(config.projectsFile, config.encryptionKey !== undefined) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const file = env.PROJECTS_FILE?.trim() || 'projects.yml';
    const isMissing = !existsSync(file) && !error.message.includes(file);
    throw isMissing ? new ConfigError([...error.faults, `There is no ${file} (PROJECTS_FILE)`]) : error;
  }
}

/** The configuration, and a project to ask about. Undefined without one, if that is optional. @throws ConfigError */
async function readSetting(
  env: Environment,
  only: string | undefined,
  isOptional: boolean,
): Promise<Setting | undefined> {
  try {
    const { config, projects } = await readConfigured(env);
    const keys = createApiKeys(config.secrets);
    const wanted = projects.projects.filter((project) => only === undefined || isNamed(project, only));
    for (const project of wanted) {
      const { key, name } = keys.of(project);
      if (key === undefined) continue;
      if (!isSendable(key)) throw new ConfigError([`${badKeySentence(name)} ${mendKey(name)}`]);
      return { config, projects, project, apiKey: key, keyName: name };
    }
    throw new ConfigError([
      wanted.length === 0
        ? describeNoProject(only ?? '', projects.projects)
        : 'No project has an API key in the environment: set VISIBILITY_API_KEY.',
    ]);
  } catch (error) {
    if (isOptional && error instanceof ConfigError && only === undefined) return undefined;
    throw error;
  }
}

/** A description that was named must be readable; one that we only look for may be missing. @throws ConfigError */
async function readDescription(
  named: string | undefined,
  setting: Setting | undefined,
): Promise<DescriptionRead> {
  const from = named ?? setting?.projects.api.openapi;
  const source: Source = {
    baseUrl: setting?.config.visibility.baseUrl ?? 'http://localhost',
    apiKey: setting?.apiKey,
  };
  try {
    if (from !== undefined) return { from, read: await readOpenApi(await loadOpenApi(from, source)) };
    const found = setting && (await findOpenApi(source));
    return found ? { from: found.address, read: await readOpenApi(found.document) } : {};
  } catch (error) {
    if (from === undefined) return { why: messageOf(error) };
    throw new ConfigError([`The description cannot be used. ${messageOf(error)}`]);
  }
}

/**
 * A running bot has the embedded store to itself, and a missing one is the bot's to create, as its own user. Then we only
 * print, and the bot learns by itself.
 */
async function openIfFree(config: LocalConfig): Promise<{ db?: Db; why: string }> {
  if (!(await isStoreThere(config)))
    return {
      why: 'It isn’t stored yet: the bot makes its store when it first starts, and learns the same by itself, then and once a day.',
    };
  if (await askRunningBot(config, 'backup_progress', null))
    return {
      why: 'It isn’t stored from here: the running bot learns the same by itself, at startup and once a day.',
    };
  try {
    return { db: await openStore(config, realNow), why: '' };
  } catch (error) {
    return { why: `It couldn’t be stored: ${messageOf(error)}` };
  }
}

function describeKept(
  store: Awaited<ReturnType<typeof openIfFree>> | undefined,
  isAnything: boolean,
): string {
  if (!isAnything) return 'Nothing was learned, so there is nothing to store.';
  if (!store) return 'The result isn’t stored, except in a file that you name with --out.';
  return store.db ? 'The result is stored. A running bot uses it within a minute.' : store.why;
}

/** What is known before the API is asked; `learned` gets what is new. */
async function loadProfiles(
  described: readonly KeptLine[] | undefined,
  { setting, db, out }: { setting: Setting | undefined; db: Db | undefined; out: string | undefined },
): Promise<{ profiles: KeptProfiles; learned: readonly KeptLine[] }> {
  const stored = setting && db ? await readKeptLines(db, setting.config.visibility.baseUrl) : [];
  const api = setting?.projects.api ?? {};
  // The profile may be the very file to be written.
  const isThere = out === undefined || existsSync(api.profile ?? '');
  const { lines: corrected } = await readCorrections(isThere ? api : { ...api, profile: undefined });
  const learned: KeptLine[] = [];
  const profiles = createProfiles({
    corrected: () => corrected,
    keep: async (lines) => void learned.push(...lines),
    onLost: () => undefined,
  });
  const others = stored.filter(({ known }) => known !== 'described');
  profiles.load(described ? [...described, ...others] : stored);
  return { profiles, learned };
}

/** What the answers teach goes to `profiles`. `fault`: what the doctor says if the API isn't at its address. */
async function readEverything(
  setting: Setting | undefined,
  profiles: KeptProfiles,
  redact: (text: string) => string,
  progress: Progress,
): Promise<{ fault: Finding | undefined; reads: readonly ReadReport[] }> {
  if (!setting) return { fault: undefined, reads: [] };
  const { config, project, apiKey } = setting;
  const { baseUrl } = config.visibility;
  progress.part('the API', 0);
  const results = await lookAtAddress(baseUrl, apiKey);
  const fault = results.find(({ finding }) => finding?.level === 'fault')?.finding;
  if (fault) return { fault, reads: [] };
  progress.part(project.name, READS.length);
  const deps = { baseUrl, apiKey, stop: undefined, project, profiles, redact, realNow };
  const reads = await walkProject({ ...deps, onStep: progress.step });
  profiles.learn(apiKey, reads.flatMap(listAnsweredLines));
  return { fault, reads };
}
