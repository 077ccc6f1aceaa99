/** Reads what answers say about the brand in their own words, harshest first, then latest. */
import type { Plan } from '../../ask/plan.ts';
import type { Quotes } from '../../messages/ask/quotes.ts';
import { createToneReader } from '../../rules/negative-mentions.ts';
import type { Mention } from '../../visibility/contract.ts';
import { matchOwnBrand } from '../../words/own-brand.ts';
import { ifReadable } from '../api-trouble.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { findRuns } from '../lookups/lookups.ts';
import { findAnswers } from './find-answers.ts';
import type { PlanAsk } from './plan-ask.ts';

const MAX_QUOTES = 3;

/** Undefined if the mentions can't be read. */
export async function readQuotes(plan: Plan, ask: PlanAsk): Promise<Quotes | undefined> {
  const { project, api } = ask;
  const [mentions, of] = await Promise.all([
    ifReadable(api(project).mentions(project.id, { limit: MENTIONS_ASKED }), ask),
    findAnswers(plan, ask),
  ]);
  if (!mentions) return undefined;
  const { from = '', to = '9999-12-31' } = plan;
  const own = mentions
    .filter(matchOwnBrand(mentions, project.name))
    .filter((one) => (of?.ids.has(one.response_id) ?? true) && dayOf(one) >= from && dayOf(one) <= to);
  const toneOf = createToneReader(mentions.map(({ sentiment }) => sentiment));
  const depth = ({ sentiment }: Mention) => toneOf(sentiment)?.depth ?? 0;
  const worded = own
    .filter(({ description }) => description?.trim())
    .toSorted((a, b) => depth(b) - depth(a) || dayOf(b).localeCompare(dayOf(a)));
  const different = [...new Map(worded.toReversed().map((one) => [one.description, one])).values()];
  const shown = different.toReversed().slice(0, plan.limit ?? MAX_QUOTES);
  const unknown = shown.filter(({ response_id }) => !of?.runIds.has(response_id));
  const runs = await findRuns(
    unknown.map(({ response_id }) => ({ responseId: response_id })),
    ask,
  );
  const since = mentions.map(dayOf).sort()[0];
  const isCut = mentions.length >= MENTIONS_ASKED || mentions.rest !== undefined;
  return {
    quotes: shown.map((one) => ({
      text: one.description ?? '',
      sentiment: one.sentiment ?? undefined,
      day: dayOf(one),
      runId: of?.runIds.get(one.response_id) ?? runs.get(one.response_id),
    })),
    of: own.length,
    where: of?.where ?? '',
    readSince: isCut && since !== undefined && from < since ? since : undefined,
    notes: of?.notes ?? [],
  };
}

function dayOf({ created_at }: Mention): string {
  return created_at.slice(0, 10);
}
