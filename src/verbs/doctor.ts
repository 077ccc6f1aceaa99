/** npm run doctor: asks the API and Slack everything that changes nothing, and says what works, what not, and how to mend it. */
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { type Environment, readConfig, wantsDemo } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { striking } from '../strike.ts';
import { COMMAND_LINES } from './command-line.ts';
import { configFindings, diagnose } from './doctor/diagnose.ts';
import { drawn } from './doctor/drawn.ts';
import { createProgress, type Terminal } from './doctor/progress.ts';
import type { Report } from './doctor/report.ts';

/** Exit code 1 where the main job would not work. `args` are those of COMMAND_LINES. */
export async function doctor(
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const { options } = COMMAND_LINES.doctor;
  const { project, json = false } = parseArgs({ args: [...args], options }).values;
  const secrets = new Set<string>();
  const strike = striking(secrets);
  const progress = createProgress({ ...terminal, aside: (text) => terminal.aside(strike(text)) }, json);
  const report = await diagnosis(env, { only: project, secrets, strike, progress }).finally(progress.end);
  print(
    json
      ? JSON.stringify(rewritten(report, strike), null, 2)
      : drawn(
          rewritten(report, (text) => printable(strike(text))),
          terminal,
        ),
  );
  return { exitCode: report.works ? 0 : 1 };
}

/** A configuration that cannot be used is what the doctor is asked about, so it is told as everything else is. */
async function diagnosis(
  env: Environment,
  asked: Omit<Parameters<typeof diagnose>[0], 'config'>,
): Promise<Report> {
  try {
    return await diagnose({ config: readConfig(env), ...asked });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = [...(wantsDemo(env) ? [NOTHING_SET] : []), ...configFindings(error.faults)];
    const at = new Date(realNow()).toISOString();
    return { at, simulated: false, works: false, slack: [], store: [], feeds: [], findings };
  }
}

const NOTHING_SET = {
  level: 'note',
  subject: 'Configuration',
  sentence:
    'Nothing of Slack or the API is configured, so `npm start` shows the demo. What a real Slack and API need is listed above.',
  mend: 'cp .env.example .env, fill it in as README.md says under "Connect a real Slack", and ask again.',
} as const;

/** The report with every text of it changed. */
function rewritten(report: Report, change: (text: string) => string): Report {
  return JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === 'string' ? change(value) : value,
  );
}

/** Outside text must not move the cursor or turn the line around: control and format characters are shown as a sign. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd');
}
