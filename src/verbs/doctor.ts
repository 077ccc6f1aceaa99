/**
 * npm run doctor: checks the API, Slack, the store and the schedule, changes nothing, and says what to fix: the report shows
 * what was checked, then what that means.
 */
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { type Environment, readConfig, wantsDemo } from '../config.ts';
import { ConfigError } from '../errors.ts';
import type { FeedReport } from '../feeds/feed-standing.ts';
import { operationsOf } from '../feeds/feeds.ts';
import { andList, count } from '../messages/figures.ts';
import { scheduleInWords } from '../messages/times.ts';
import { readProjects } from '../projects/projects.ts';
import { createRedactor } from '../redact.ts';
import {
  COMMAND_LINES,
  createInk,
  createProgress,
  type Ended,
  findMistyped,
  type Ink,
  makePrintable,
  type Terminal,
  type Verb,
  wrap,
} from './command-line.ts';
import { hasGap } from './doctor/api.ts';
import { diagnose, findConfigFaults, NOTHING_SET, type Unasked } from './doctor/diagnose.ts';
import {
  type Finding,
  type Look,
  listSome,
  MOST_LISTED,
  type Outcome,
  type ProjectReport,
  type ReadReport,
  type Report,
  skipped,
} from './doctor/report.ts';

/** Exit code 1 if something keeps Sightline from its main job. */
export const doctor: Verb<Ended> = async (env, print, args, terminal) => {
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
};

/** People run the doctor because of a faulty configuration, so that is a report like any other. */
async function readAndDiagnose(
  env: Environment,
  deps: Omit<Parameters<typeof diagnose>[0], 'config'>,
): Promise<Report> {
  try {
    const report = await diagnose({ config: readConfig(env), ...deps });
    const mistyped = findMistyped(env).map((sentence) => ({
      level: 'note' as const,
      subject: 'Configuration',
      sentence,
    }));
    return { ...report, findings: [...report.findings, ...mistyped] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = [
      ...(wantsDemo(env) ? [NOTHING_SET] : []),
      ...findConfigFaults([...findMistyped(env), ...error.faults, ...(await findFileFaults(env))]),
    ];
    const at = new Date(realNow()).toISOString();
    const rest = wantsDemo(env) ? undefined : await diagnoseRest(env, error.faults, deps);
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
  faults: readonly string[],
  deps: Omit<Parameters<typeof diagnose>[0], 'config'>,
): Promise<Report | undefined> {
  for (const unasked of [['Slack'], ['API'], ['Slack', 'API']] as const) {
    try {
      const config = readConfig(Object.assign({ ...env }, ...unasked.map((part) => IN_PLACE_OF[part])));
      const report = await diagnose({ ...deps, config, unasked });
      return Object.assign(report, ...unasked.map((part) => reportUntried(part, faults)));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
  }
  return undefined;
}

/** Says at the place of a part why it wasn't tried: its variables' faults. */
function reportUntried(
  part: Unasked,
  faults: readonly string[],
): Pick<Report, 'api'> | Pick<Report, 'slack'> {
  const prefix = part === 'API' ? 'VISIBILITY_' : 'SLACK_';
  const why = faults.filter((fault) => fault.startsWith(prefix)).join('; ');
  const looks = [skipped('configuration', `nothing was tried: ${why}`)];
  return part === 'API' ? { api: { baseUrl: '', looks, projects: [] } } : { slack: [{ looks }] };
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

function mapTexts(report: Report, change: (text: string) => string): Report {
  return JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === 'string' ? change(value) : value,
  );
}

type Format = Parameters<Ink>[0];

const MOST_COLUMNS = 110;

/** Colours only repeat what the words say. */
export function drawReport(
  report: Report,
  { colours, columns }: Pick<Terminal, 'colours' | 'columns'>,
): string {
  const ink = createInk(colours);
  const width = Math.min(columns, MOST_COLUMNS);
  const { api, slack, store, running, feeds, findings } = report;
  const at = `${report.at.slice(0, 16).replace('T', ' ')} UTC${report.simulated ? ' on the simulated clock (CLOCK_URL)' : ''}`;
  const lines = [
    ink('bold', `Sightline doctor, ${at}. It changes nothing and posts nothing.`),
    ...(api ? section(`API ${api.baseUrl}`.trimEnd(), drawLooks(api.looks, ink, width), ink) : []),
    ...drawProjects(api?.projects ?? [], feeds, ink, width),
    ...slack.flatMap(({ team, looks }) =>
      section(team ? `Slack ${team}` : 'Slack', drawLooks(looks, ink, width), ink),
    ),
    ...section('Store', drawLooks(store, ink, width), ink),
    ...section(running ? 'Schedule of the running bot' : 'Schedule', drawFeeds(feeds, width), ink),
    ...drawFindings(findings, ink, width),
    '',
    drawVerdict(report, ink),
  ];
  return lines.join('\n');
}

const section = (head: string, lines: readonly string[], ink: Ink) =>
  lines.length === 0 ? [] : ['', ink('bold', head), ...lines];

const MARKS: Readonly<Record<Outcome, { word: string; format: Format }>> = {
  ok: { word: 'ok  ', format: 'green' },
  failed: { word: 'FAIL', format: 'red' },
  partly: { word: 'part', format: 'yellow' },
  skipped: { word: 'skip', format: 'yellow' },
};

const mark = (outcome: Outcome, ink: Ink) => ink(MARKS[outcome].format, MARKS[outcome].word);

/** More than a few channels that are alike share a line. */
function drawLooks(looks: readonly Look[], ink: Ink, width: number): string[] {
  const all = [...Map.groupBy(looks, (look) => look.alike ?? look).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first?.alike || alike.length <= MOST_LISTED) return alike;
    const said = `${first.alike} ${listSome(alike.map(({ what }) => what))}`;
    return [{ ...first, what: `${alike.length} channels`, said }];
  });
  const widest = Math.max(...all.map(({ what }) => what.length), 0);
  return all.map(({ what, outcome, said }) => {
    const before = `  ${mark(outcome, ink)}  ${what.padEnd(widest)}  `;
    return before + wrap(said, 10 + widest, width);
  });
}

function drawLearned(learnt: ProjectReport['learnt'] = [], width: number): string[] {
  const text = `Learned from the API’s refusals: ${learnt.join('; ')}.`;
  return learnt.length === 0 ? [] : [`  ${wrap(text, 4, width)}`];
}

/** The first project in full, and of the others only what is otherwise, once for all that are alike in that. */
function drawProjects(
  all: readonly ProjectReport[],
  feeds: readonly FeedReport[],
  ink: Ink,
  width: number,
): string[] {
  const [first, ...others] = all;
  if (!first) return [];
  const own = new Set(first.reads.map(standingOf));
  const differing = others.map((project) => ({
    ...project,
    reads: project.reads.filter((read) => !own.has(standingOf(read))),
    learnt: project.learnt?.filter((line) => !first.learnt?.includes(line)),
  }));
  const groups = Map.groupBy(differing, ({ reads, learnt }) => [...reads.map(standingOf), learnt].join('\n'));
  return [
    ...section(
      projectHead(first),
      [
        ...drawReads(first.reads, neededBy(feeds, first), ink, width),
        ...drawScales(first.reads),
        ...drawLearned(first.learnt, width),
      ],
      ink,
    ),
    ...[...groups.values()].flatMap((alike) => {
      const [one] = alike;
      if (!one) return [];
      const lines = [
        ...drawReads(
          one.reads,
          alike.flatMap((each) => neededBy(feeds, each)),
          ink,
          width,
        ),
        ...drawLearned(one.learnt, width),
      ];
      const names = alike.map(({ name }) => name);
      return lines.length === 0
        ? ['', `The same for ${wrap(listSome(names), 4, width)}.`]
        : section(`${wrap(andList(names), 2, width)}, where they differ from ${first.name}`, lines, ink);
    }),
  ];
}

/** What of a read is worth saying again if it's otherwise in another project: not how many rows it had. */
function standingOf(read: ReadReport): string {
  if (read.outcome === 'skipped') return readInWords(read);
  const { method, outcome, rows } = read;
  return [method, outcome, outcome === 'ok' ? rows === 0 || hasGap(read) : readInWords(read)].join(' ');
}

function projectHead({ name, keyName, reads }: ProjectReport): string {
  const [worked = 0, skipped] = (['ok', 'skipped'] as const).map(
    (outcome) => reads.filter((read) => read.outcome === outcome).length,
  );
  const empty = reads.filter(({ rows }) => rows === 0).length;
  const answers = `${worked - empty} of ${reads.length} operations work`;
  const others = [empty && `${empty} have no rows yet`, skipped && `${skipped} not tried`];
  return `${name}: ${[answers, ...others.flatMap((each) => each || [])].join(', ')} (key: ${keyName})`;
}

/** The operations without which a feed of the project can't post. */
function neededBy(feeds: readonly FeedReport[], { name }: ProjectReport): readonly string[] {
  return feeds.filter(({ project }) => project === name).flatMap(({ kind }) => operationsOf(kind));
}

/** What isn't `needed` needn't be fixed, unless nothing works. */
function drawReads(all: readonly ReadReport[], needed: readonly string[], ink: Ink, width: number): string[] {
  const widest = Math.max(...all.map(({ method }) => method.length), 0);
  const works = all.some(({ outcome }) => outcome === 'ok');
  const isToldAlone = ({ outcome, rows }: ReadReport) => outcome === 'ok' && rows !== 0;
  const alike = Map.groupBy(all, (read) => (isToldAlone(read) ? read.method : readInWords(read)));
  return [...alike.values()].flatMap(([read, ...others]) => {
    if (!read) return [];
    const { method, status, ms } = read;
    const isLess = works && ![read, ...others].some(({ operation }) => needed.includes(operation));
    const isPart = (isLess && read.outcome === 'failed') || hasGap(read);
    const outcome = isPart ? 'partly' : read.outcome;
    const took = `${ms === undefined ? '' : `${ms} ms`}`.padStart(8);
    const before = `  ${mark(outcome, ink)}  ${method.padEnd(widest)} ${String(status ?? '').padStart(4)}${took}  `;
    const same = others.length > 0 ? ` Same for ${listOperations(others)}.` : '';
    return before + wrap(`${readInWords(read)}${same}`, 8 + widest + 15, width);
  });
}

function listOperations(reads: readonly ReadReport[]): string {
  return reads.length > MOST_LISTED ? `${reads.length} others` : andList(reads.map(({ method }) => method));
}

function readInWords(read: ReadReport): string {
  if (read.outcome === 'skipped') return `not tried: ${read.why}.`;
  if (read.outcome === 'failed') return read.why ?? '';
  const { rows, scores, unknown } = read;
  return [
    shapeInWords(read),
    rows !== undefined && rows > 0 && count(rows, 'row'),
    scores && (scores.from === scores.to ? `score ${scores.to}` : `scores ${scores.from} to ${scores.to}`),
    unknown.length > 0 && count(unknown.length, 'unknown field'),
  ]
    .flatMap((part) => part || [])
    .join(' · ');
}

function shapeInWords({ known, rows, names }: ReadReport): string {
  if (known === 'documented') return 'as documented';
  if (rows === 0) return 'no rows, so its shape isn’t known yet';
  if (known === 'matched' || !names) return 'a documented shape, as guessed';
  const { found, missing } = names;
  const all = found.length + missing.length;
  return [
    missing.length === 0
      ? `all ${count(all, 'guessed name')} match`
      : `${found.length} of ${count(all, 'guessed name')} match, missing: ${missing.join(', ')}`,
    ...found.flatMap(({ came, guessed }) => (came === guessed ? [] : [`${guessed} is called ${came}`])),
  ].join(', ');
}

/** "Scales in these answers: scores from 0 to 100; rates from 0 to 1." If answers differ, it names both scales. */
function drawScales(all: readonly ReadReport[]): string[] {
  const scales = (kind: 'scores' | 'rates') =>
    [...new Set(all.flatMap((read) => read[kind]?.scale ?? []))].map((scale) => scale.replace('-', ' to '));
  const parts = (['scores', 'rates'] as const).flatMap((kind) => {
    const found = scales(kind);
    return found.length === 0 ? [] : [`${kind} from ${found.join(', and from ')}`];
  });
  return parts.length === 0 ? [] : [`  Scales in these answers: ${parts.join('; ')}.`];
}

/** A line each; more than a few with the same time and schedule share one. */
function drawFeeds(feeds: readonly FeedReport[], width: number): string[] {
  const nameOf = ({ project, kind, channel }: FeedReport) => `${project} ${kind} to ${channel}`;
  const alike = Map.groupBy(feeds, (feed) => drawFeed(feed, '', width));
  return [...alike.values()].flatMap((those) =>
    those.length > MOST_LISTED
      ? those.slice(0, 1).map((first) => drawFeed(first, listSome(those.map(nameOf)), width))
      : those.map((feed) => drawFeed(feed, nameOf(feed), width)),
  );
}

function drawFeed(feed: FeedReport, names: string, width: number): string {
  const { quiet, next, timezone, pausedSince } = feed;
  const time = new Intl.DateTimeFormat('en-GB', { ...TIME, timeZone: timezone });
  const never = pausedSince === undefined ? 'never' : 'paused';
  const at = next === undefined ? never : time.format(Date.parse(next));
  const schedule = `${scheduleInWords(feed)}${quiet === undefined ? '' : `, quiet ${quiet}`}`;
  return `  ${at.padEnd(18)}  ${wrap(`${names} · ${schedule}`, 22, width)}`;
}

const TIME = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const;

const LEVELS: readonly { level: Finding['level']; head: string; format: Format }[] = [
  { level: 'fault', head: 'Must be fixed', format: 'red' },
  { level: 'loss', head: 'Worth fixing', format: 'yellow' },
  { level: 'note', head: 'Good to know', format: 'dim' },
];

function drawFindings(findings: readonly Finding[], ink: Ink, width: number): string[] {
  return LEVELS.flatMap(({ level, head, format }) => {
    const lines = findings
      .filter((finding) => finding.level === level)
      .flatMap(({ subject, sentence, shown = [], mend }) => [
        `  - ${wrap(`${subject}: ${sentence}`, 4, width)}`,
        ...shown.map((line) => ink('dim', `    ${line}`)),
        ...(mend ? [`    ${ink('bold', 'Fix:')} ${wrap(mend, 9, width)}`] : []),
      ]);
    return lines.length === 0 ? [] : ['', ink(format, head), ...lines];
  });
}

function drawVerdict({ works, findings }: Report, ink: Ink): string {
  const countOf = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length;
  if (!works)
    return ink('red', `Sightline isn’t ready: ${count(countOf('fault'), 'problem')} must be fixed.`);
  const rest = countOf('loss') === 0 ? '' : `, with ${count(countOf('loss'), 'thing')} worth fixing`;
  return ink('green', `Sightline is ready${rest}.`);
}
