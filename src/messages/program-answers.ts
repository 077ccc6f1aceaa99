/** Answers for programs only: notes on writes and confirmations, and the list of projects. */
import type { Standing, SuggestionNews } from '../decision.ts';
import { count } from './figures.ts';
import { brief } from './lengths.ts';
import { headline, note, type Page, type Part, page, paragraph, rows, withBelow } from './page.ts';
import { auditWords } from './projects/audit.ts';
import { acceptForm, dismissWarning } from './prompts/segment-suggestion.ts';
import { beside, bold, channel, code, flexible, join, say, type Text } from './text.ts';
import { moment } from './times.ts';

/** Adds which channels' posts show the change. */
export function withReaders(page: Page, channels: readonly string[]): Page {
  const where = join(channels.map(channel), ', ');
  return withNote(
    page,
    channels.length > 0
      ? say`Everyone in ${where} sees this on its post.`
      : say`It isn’t on any post in your channels, so nobody else sees this.`,
  );
}

/** Adds who sees the change. Everything done over MCP is done in somebody's name. */
export function withNote(page: Page, seen: Text | string): Page {
  return withBelow(page, note(say`${seen} It’s done in your name.`));
}

/** The earlier call with the same id; `at` in epoch ms. */
type EarlierCall = {
  action: string;
  state: 'begun' | 'done' | 'failed' | 'unclear';
  outcome?: string | undefined;
  at: number;
};

/** Answers a repeated call. */
export function repeatedCallPage({ action, state, outcome, at }: EarlierCall): Page {
  const came = outcome !== undefined && say` (${flexible(brief(outcome, 'reason'))})`;
  const what = auditWords(action);
  const told: Readonly<Record<EarlierCall['state'], Text>> = {
    done: say`This call already ${what} on ${moment(at)}. It won’t run twice.`,
    failed: say`This call failed on ${moment(at)}${came}. Nothing changed.`,
    unclear: say`This call began on ${moment(at)}, and its outcome is unclear${came}.`,
    begun: say`This call began on ${moment(at)} and hasn’t finished.`,
  };
  const isSure = state === 'done' || state === 'failed';
  return page(
    headline(told[state]),
    note(
      say`${!isSure && 'Check the current state first. '}To run it again, send another ${code('call_id')}.`,
    ),
  );
}

/** Says what accepting or dismissing would do; the next call must include `confirm`. */
export function confirmDecisionPage(
  news: SuggestionNews,
  decision: 'accept' | 'dismiss',
  writes: Standing['writes'],
  confirm: string,
): Page {
  const verb = decision === 'accept' ? 'Accept' : 'Dismiss';
  const meant: (Part | undefined | false)[] =
    decision === 'accept'
      ? acceptForm(news, writes, '').parts.flatMap((part) => (part && part.kind !== 'field' ? [part] : []))
      : [paragraph(dismissWarning(news, writes))];
  return page(
    headline(say`${verb} ${bold(`“${brief(news.suggestion.name, 'name')}”`)}? Nothing has changed yet.`),
    ...meant,
    note(say`If the person agrees, send the same call with ${code('confirm')}: ${code(confirm)}`),
  );
}

/** `timezone` decides where its days begin; `feeds` are what it posts. */
type ListedProject = { id: string; name: string; timezone: string; feeds: readonly string[] };

export function projectListPage(projects: readonly ListedProject[]): Page {
  return page(
    headline(bold(projects.length === 0 ? 'No projects' : count(projects.length, 'project'))),
    rows(
      projects.map(({ id, name, timezone, feeds }) => ({
        text: beside(
          bold(brief(name, 'project')),
          feeds.length > 0 ? `posts ${feeds.join(', ')}` : 'posts nothing',
          `days in ${timezone}`,
          say`id ${code(id)}`,
        ),
      })),
    ),
  );
}
