/** What programs are answered that people are not: lists, what was changed, and the glossary, from texts of the test's choice. */
import { glossaryPage } from '../../src/messages/lookups/help.ts';
import {
  confirmDecisionPage,
  projectListPage,
  repeatedCallPage,
  withNote,
  withReaders,
} from '../../src/messages/program-answers.ts';
import { refusal } from '../../src/messages/refusal.ts';
import { alertListPage } from '../../src/messages/scores/scores-answer.ts';
import { ALERT, FRIDAY, NEWS } from './cast.ts';
import type { Drawable } from './reading.ts';

/** As `everyMessage`. */
export function everyProgram(text: string, _url: string, many: number): Record<string, Drawable> {
  const project = { id: NEWS.project.id, name: text };
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const prompts = times((i) => ({ id: `p${i}`, text, applies: i % 2 === 0 }));
  const news = {
    ...NEWS,
    project,
    suggestion: { ...NEWS.suggestion, name: text, description: text },
    prompts,
  };
  const writes = { accept: true, dismiss: false };
  const page = refusal({ sentence: text });
  const earlier = { action: 'lead.claim', outcome: text, at: FRIDAY };
  return {
    glossary: glossaryPage(),
    'list of projects': projectListPage(
      times(() => ({ id: 'acme', name: text, timezone: 'Europe/Berlin', feeds: ['leads'] })),
    ),
    'list of alerts': alertListPage(
      project,
      'since Monday',
      times((i) => ({
        alert: { ...ALERT, project },
        handle: `A${i}`,
        outcome: 'known_cause' as const,
        muted: { by: 'U0ANA' },
      })),
    ),
    'what was changed and who sees it': withReaders(page, ['C0ACME']),
    'what was changed, on no post': withReaders(page, []),
    'what was changed and what comes of it': withNote(page, text),
    'a call that was made before': repeatedCallPage({ ...earlier, state: 'done' }),
    'a call that failed before': repeatedCallPage({ ...earlier, state: 'failed' }),
    'what accepting would mean': confirmDecisionPage(news, 'accept', writes, 'code'),
    'what dismissing would mean': confirmDecisionPage(news, 'dismiss', writes, 'code'),
  };
}
