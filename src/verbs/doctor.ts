/** npm run doctor: checks the API, Slack, the store and the schedule, changes nothing, and says what to fix. */
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { type Environment, readConfig, wantsDemo } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { readProjects } from '../projects/projects.ts';
import { createRedactor } from '../redact.ts';
import { COMMAND_LINES } from './command-line.ts';
import { diagnose, findConfigFaults, type Unasked } from './doctor/diagnose.ts';
import { drawReport } from './doctor/draw-report.ts';
import type { Finding, Report } from './doctor/report.ts';
import { findMistyped } from './find-mistyped.ts';
import { createProgress, makePrintable, type Terminal } from './terminal.ts';

/** Exit code 1 if something keeps Sightline from its main job. */
export async function doctor(
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const { options } = COMMAND_LINES.doctor;
  const { project, json = false } = parseArgs({ args: [...args], options }).values;
  const secrets = new Set<string>();
  const redact = createRedactor(secrets);
  const progress = createProgress({ ...terminal, aside: (text) => terminal.aside(redact(text)) }, json);
  const report = await readAndDiagnose(env, { only: project, secrets, redact, progress }).finally(
    progress.end,
  );
  print(
    json
      ? JSON.stringify(mapTexts(report, redact), null, 2)
      : drawReport(
          mapTexts(report, (text) => makePrintable(redact(text))),
          terminal,
        ),
  );
  return { exitCode: report.works ? 0 : 1 };
}

/** People run the doctor because of a faulty configuration, so that is a report like any other. */
async function readAndDiagnose(
  env: Environment,
  deps: Omit<Parameters<typeof diagnose>[0], 'config'>,
): Promise<Report> {
  try {
    return await diagnose({ config: readConfig(env), ...deps });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = [
      ...(wantsDemo(env) ? [NOTHING_SET] : []),
      ...findConfigFaults([...findMistyped(env), ...error.faults, ...(await findFileFaults(env))]),
    ];
    const at = new Date(realNow()).toISOString();
    const rest = wantsDemo(env) ? undefined : await diagnoseRest(env, deps);
    return {
      ...(rest ?? { at, simulated: false, slack: [], store: [], feeds: [] }),
      works: false,
      findings: [...findings, ...(rest?.findings ?? [])],
    };
  }
}

/** Values for what is faulty, so that the rest of the configuration can be read. They are never used. */
const IN_PLACE_OF: Readonly<Record<Unasked, Environment>> = {
  API: { VISIBILITY_BASE_URL: 'http://api.invalid/v1/public' },
  Slack: {
    SLACK_MODE: 'http',
    SLACK_BOT_TOKEN: 'slack-is-not-configured',
    SLACK_SIGNING_SECRET: 'slack-is-not-configured',
    SLACK_APP_TOKEN: undefined,
    SLACK_API_URL: 'http://127.0.0.1',
  },
};

/** Checks all but Slack, the API or both, whichever is faulty. Undefined if something else is wrong, too. */
async function diagnoseRest(
  env: Environment,
  deps: Omit<Parameters<typeof diagnose>[0], 'config'>,
): Promise<Report | undefined> {
  for (const unasked of [['Slack'], ['API'], ['Slack', 'API']] as const) {
    try {
      const config = readConfig(Object.assign({ ...env }, ...unasked.map((part) => IN_PLACE_OF[part])));
      return await diagnose({ ...deps, config, unasked });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
  }
  return undefined;
}

/** Where nothing is set, nothing else is checked, but the projects file is needed all the same. */
async function findFileFaults(env: Environment): Promise<readonly string[]> {
  if (!wantsDemo(env)) return [];
  const { projectsFile } = readConfig({
    ...env,
    ...IN_PLACE_OF.Slack,
    ...IN_PLACE_OF.API,
    VISIBILITY_API_KEY: 'none',
  });
  try {
    await readProjects(projectsFile);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}

const NOTHING_SET: Finding = {
  level: 'note',
  subject: 'Configuration',
  sentence:
    'Neither Slack nor the API is configured, so `npm start` runs the demo. What a real Slack and API need is listed above.',
  mend: 'cp .env.example .env, fill it in (see "Connect a real Slack" in README.md), and run the doctor again.',
};

function mapTexts(report: Report, change: (text: string) => string): Report {
  return JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === 'string' ? change(value) : value,
  );
}
