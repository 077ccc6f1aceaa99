/** What to know before a lead is answered, read from the API: which topic and prompt it touches, and what engines say there. */
import { setTimeout } from 'node:timers/promises';
import type { DigestLead, LeadBriefing, LeadTopic, Sought } from '../../decision.ts';
import type { Project } from '../../projects/projects.ts';
import { bestMatch } from '../../rules/lead-match.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { namesOfEngines } from '../api-trouble.ts';
import type { Ask } from '../ask.ts';

/** So long what is about something else waits for what the API says of a lead's topic. */
export const BRIEFING_MS = 3_000;

/** What cannot be read, or not within `withinMs`, is told as such. */
export async function readBriefing(
  { project, lead }: { project: Project; lead: Pick<DigestLead, 'title' | 'reason'> },
  ask: Ask,
  withinMs?: number,
): Promise<LeadBriefing> {
  const api = ask.api(project);
  const words = [lead.title, lead.reason];
  const inTime = <Thing>(read: () => Promise<Thing | undefined>) => sought(read, withinMs);
  const [topic, prompt] = await Promise.all([
    inTime(async () => {
      const label = bestMatch(words, await api.topics(project.id), (one) => one.label)?.label;
      if (label === undefined) return undefined;
      const [detail, engines] = await Promise.all([
        api.topicDetail(project.id, label),
        namesOfEngines(api, ask),
      ]);
      return topicOf(topicWithEngineNames(detail, engines));
    }),
    inTime(async () => {
      const text = bestMatch(words, await api.prompts(project.id), (one) => one.text)?.text;
      return text === undefined ? undefined : { text };
    }),
  ]);
  return { topic, prompt };
}

/** A topic that no answer gives as a reason has no standings: a visibility of 0 over no answers would be read as a bad one. */
function topicOf({ label, answer_count, by_model }: TopicDetail): LeadTopic {
  const engines = by_model.map(({ engine, own_score, top_competitor }) => ({
    engine,
    visibility: own_score ?? undefined,
    rival: top_competitor || undefined,
  }));
  return { label, engines: answer_count === 0 ? [] : engines };
}

async function sought<Thing>(
  read: () => Promise<Thing | undefined>,
  withinMs: number | undefined,
): Promise<Sought<Thing>> {
  const reading = read().then(
    (found) => found ?? ('none' as const),
    (error) => {
      if (error instanceof VisibilityError) return 'unreadable' as const;
      throw error;
    },
  );
  if (withinMs === undefined) return reading;
  return Promise.race([reading, setTimeout(withinMs, 'unreadable' as const, { ref: false })]);
}
