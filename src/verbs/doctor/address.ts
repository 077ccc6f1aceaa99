/**
 * Checks what is at the API's address, for the doctor and learn, before every operation is tried there, how far this
 * machine's clock is off from Slack's or the API's, and whether a running bot is ready.
 */
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { MINUTE_MS } from '../../durations.ts';
import { duration } from '../../messages/times.ts';
import {
  addressWithoutSecrets,
  isWebPage,
  MEND_ADDRESS,
  mendOf,
  RedirectedError,
  remedyOf,
  UnavailableError,
  VisibilityError,
  webPageSentence,
} from '../../visibility/errors.ts';
import { failureOf } from '../../visibility/failure.ts';
import { createHttp } from '../../visibility/http.ts';
import type { Operation } from '../../visibility/operation.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import { type LookResult, ok, skipped, trouble } from './report.ts';

/** For one request. */
const WITHIN_MS = 15_000;

/** Whether the API answers at all, which the look `address` says, and what time it has. */
export async function lookAtAddress(baseUrl: string, key: string): Promise<LookResult[]> {
  try {
    const { date, there } = await knock(baseUrl, key);
    if (there !== 'api') return [wrongAddress(baseUrl, there)];
    // HTTP dates are cut off to the second.
    const skewMs = date === undefined ? undefined : Date.parse(date) + 500 - realNow();
    return [{ look: ok('address', 'answers') }, judgeClock('the API', skewMs, false)];
  } catch (error) {
    if (!(error instanceof VisibilityError)) throw error;
    const remedy = error instanceof UnavailableError ? remedyOf(`${error.why}`) : undefined;
    const said = remedy === undefined ? error.message : error.message.replace(` ${remedy}`, '');
    const rest = said.slice(error.operation.length + 1);
    const sentence = `${error.operation} at ${addressWithoutSecrets(baseUrl)} ${rest} Nothing can be polled.`;
    const mend =
      error instanceof RedirectedError
        ? mendOf(error, '')
        : (remedy ??
          'Check VISIBILITY_BASE_URL, HTTPS_PROXY if it’s set, and whether this machine can reach the API. The bot keeps trying by itself.');
    return [trouble('fault', 'API', { what: 'address', sentence, mend })];
  }
}

function wrongAddress(baseUrl: string, there: Exclude<There, 'api'>): LookResult {
  const why =
    there === 'web_page'
      ? webPageSentence(baseUrl)
      : `${addressWithoutSecrets(baseUrl)} answers 404 to ${EVERYWHERE.join(' and ')}, which the API always has: VISIBILITY_BASE_URL seems to point to something else.`;
  const sentence = `${why} Nothing can be polled.`;
  return trouble('fault', 'API', { what: 'address', sentence, mend: MEND_ADDRESS });
}

/** Operations that don't depend on a project, so every API of this kind has them. */
const EVERYWHERE = [OPERATIONS.engines, OPERATIONS.regions].map(({ method, path }) => `${method} ${path}`);

/** What is at an address. `nothing`: it has none of EVERYWHERE; `web_page`: a website. */
type There = 'api' | 'nothing' | 'web_page';

/** Finds out what answers there. `date` is its clock, in ISO or HTTP format. @throws VisibilityError */
async function knock(baseUrl: string, apiKey: string): Promise<{ date: string | undefined; there: There }> {
  const http = createHttp(baseUrl, { headers: WITHIN_MS, total: WITHIN_MS });
  const ask = async ({ method, path }: Pick<Operation, 'method' | 'path'>) => {
    const request = { operation: `${method} ${path}`, method, path, repeatable: true };
    const answer = await http.send(request, apiKey);
    const failure = failureOf(request, answer, (said) => said);
    if (failure instanceof RedirectedError) throw failure;
    const { status, text, date } = answer;
    const isPage = status < 400 && isWebPage(text);
    return { date, there: isPage ? 'web_page' : status === 404 ? 'nothing' : 'api' } as const;
  };
  try {
    const first = await ask(OPERATIONS.engines);
    if (first.there === 'api') return first;
    const second = await ask(OPERATIONS.regions);
    return { ...first, there: second.there === 'nothing' ? first.there : second.there };
  } finally {
    await http.close();
  }
}

/** Answers are dated to the second, and take a while to arrive. */
const SAME_MS = 5_000;
/** Older signed requests from Slack are refused. https://docs.slack.dev/authentication/verifying-requests-from-slack */
const REFUSED_MS = 300_000;

/** `skewMs`: how far their clock is ahead of ours. `signed`: whether the age of their requests is checked. */
export function judgeClock(
  whose: 'Slack' | 'the API',
  skewMs: number | undefined,
  signed: boolean,
): LookResult {
  if (skewMs === undefined) return { look: skipped('clock', `${whose} doesn’t send its time`) };
  const apart = Math.abs(skewMs);
  if (apart <= SAME_MS) return { look: ok('clock', `agrees with ${whose}’s`) };
  const size = apart < MINUTE_MS ? `${Math.round(apart / 1000)} s` : duration(apart);
  const [direction, effect] = skewMs > 0 ? ['behind', 'late'] : ['ahead of', 'early'];
  const isRefused = signed && apart >= REFUSED_MS;
  const cost = isRefused
    ? 'Every command and click is refused as too old.'
    : `Feeds run that much too ${effect}.`;
  const sentence = `This machine’s clock is ${size} ${direction} ${whose}’s. ${cost}`;
  const level = isRefused ? 'fault' : 'loss';
  const mend = 'Let this machine sync its clock (NTP): timedatectl set-ntp true';
  return trouble(level, whose === 'Slack' ? whose : 'API', { what: 'clock', sentence, mend });
}

const RUNNING = 'a bot is using it, which is fine; checks that need the store are skipped';

/** Of the bot that has the store; it may listen elsewhere than this configuration says. */
export async function lookAtBot(
  { host, port }: Pick<Config, 'host' | 'port'>,
  what: string,
): Promise<LookResult> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const answer = await globalThis.fetch(`http://${host}:${port}/readyz`, { signal }).catch(() => undefined);
  if (answer?.status !== 503) return { look: skipped(what, RUNNING) };
  const why = (await answer.text()).trim().replaceAll('\n', ', ');
  const sentence = `The bot that is using it is ${why}.`;
  return trouble('fault', 'Store', { what, sentence, mend: 'Its log says more.' });
}
