/** Keeps what is known about the API: corrections, what was learned, and once a day its own description. */
import { readFile } from 'node:fs/promises';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { ConfigError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Projects } from '../projects/projects.ts';
import { createRefusal } from '../projects/projects-source.ts';
import { keepLines, readKeptLines, replaceLines } from '../store/api-lines.ts';
import type { Db } from '../store/tables.ts';
import { findOpenApi, loadOpenApi, nameSource } from '../visibility/fetch-openapi.ts';
import { createProfiles } from '../visibility/profile.ts';
import { parseProfile } from '../visibility/profile-file.ts';
import { readOpenApi } from '../visibility/read-openapi.ts';

type ApiProfileDeps = {
  db: Db;
  /** What projects.yml currently says about the API. */
  api: () => Projects['api'];
  baseUrl: string;
  /** Any key that the API may accept. */
  anyKey: () => string | undefined;
  realNow: () => number;
  log: Log;
};

/** An API that doesn't answer, or a store that takes no writes, mustn't cost the day. */
const AGAIN_MS = 10 * MINUTE_MS;

/** @throws ConfigError if the operator's profile can't be used */
export async function createApiProfile({ db, api, baseUrl, anyKey, realNow, log }: ApiProfileDeps) {
  let corrected = await readCorrections(api());
  let lookedAt = Number.NEGATIVE_INFINITY;
  let unread = '';
  const refusal = createRefusal('API profile', { realNow, log });
  const profiles = createProfiles({
    corrected: () => corrected.lines,
    keep: (lines) => keepLines(db, baseUrl, lines, realNow()),
    onLost: (error) => log.warn({ err: error }, 'What was learned about the API couldn’t be stored'),
  });

  /** Called on every tick. A faulty profile is refused: then the old one stays in force. */
  async function refresh(): Promise<void> {
    profiles.load(await readKeptLines(db, baseUrl));
    try {
      const read = await readCorrections(api());
      const wasRefused = refusal.end();
      if (read.text === corrected.text && !wasRefused) return;
      corrected = read;
      log.info({ file: api().profile }, 'Applied the changed API profile');
    } catch (error) {
      refusal.refuse(error, api().profile);
    }
  }

  /** Reads the API's description, once a day and with a few requests at most. */
  async function learn(signal: AbortSignal): Promise<void> {
    if (realNow() - lookedAt < DAY_MS) return;
    lookedAt = realNow();
    const { openapi } = api();
    const source = { baseUrl, apiKey: anyKey() };
    try {
      const found = openapi
        ? { address: openapi, document: await loadOpenApi(openapi, source, signal) }
        : await findOpenApi(source, signal);
      if (!found)
        return log.info('The API publishes no description of its own; its answers are read as they come');
      const { lines, found: operations, missing } = await readOpenApi(found.document);
      const ofAllKeys = lines.map((line) => ({ ...line, keyMark: '' }));
      await replaceLines(db, baseUrl, 'described', ofAllKeys, realNow());
      await refresh();
      log.info(
        { from: nameSource(found.address), lines: lines.length, operations: operations.length, missing },
        'The API’s description was read',
      );
      unread = '';
    } catch (error) {
      lookedAt += AGAIN_MS - DAY_MS;
      const why = messageOf(error);
      if (!signal.aborted && why !== unread)
        log.warn({ why }, 'The API’s description couldn’t be read and kept; it is tried again');
      unread = why;
    }
  }

  await refresh();
  return { profiles, refresh, learn, refused: refusal.standing };
}

/** The operator's corrections: their profile file. */
export async function readCorrections({ profile }: Projects['api']) {
  const text = profile === undefined ? '' : await readProfile(profile);
  return { text, lines: profile ? parseProfile(text, profile) : [] };
}

async function readProfile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ConfigError([
      isMissing
        ? `There is no ${file}, which projects.yml names as api: profile:. Write it with \`npm run learn -- --out ${file}\`, or remove the line.`
        : `api.profile ${file} can’t be read: ${messageOf(error)}.`,
    ]);
  }
}
