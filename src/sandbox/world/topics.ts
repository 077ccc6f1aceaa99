/** A topic's competitive picture, computed from the answers that gave it as a reason. */
import { ENGINES } from './cast.ts';
import { type Picture, pictureOf } from './picture.ts';
import type { Engine, PromptRun } from './rows.ts';
import type { ProjectScript, TopicScript } from './script.ts';

export type TopicPicture = Picture & {
  topic: TopicScript;
  /** Newest first. */
  evidence: readonly { text: string; engine: Engine }[];
};

const EVIDENCE_SHOWN = 10;

/** The picture over these runs; those that do not cite the topic are left out. */
export function topicPicture(
  script: ProjectScript,
  topic: TopicScript,
  runs: readonly PromptRun[],
): TopicPicture {
  const citing = runsCiting(topic.label, runs);
  return { topic, ...pictureOf(script, citing), evidence: evidenceOf(topic, citing) };
}

/** The runs whose answer gave the topic as a reason. */
export function runsCiting(label: string, runs: readonly PromptRun[]): PromptRun[] {
  return runs.filter(({ response }) => response.topics.some((topic) => topic.label === label));
}

/** The sentence of an answer that gave the topic as a reason. */
export function evidenceIn({ response }: PromptRun, label: string): string | undefined {
  return response.topics.find((topic) => topic.label === label)?.evidence;
}

/** The newest sentences, each once: engines repeat themselves. */
function evidenceOf(topic: TopicScript, citing: readonly PromptRun[]): TopicPicture['evidence'] {
  const newest = citing.toSorted((a, b) => b.completedAt - a.completedAt);
  const bySentence = new Map<string, TopicPicture['evidence'][number]>();
  for (const run of newest) {
    const text = evidenceIn(run, topic.label);
    const engine = ENGINES.find(({ id }) => id === run.engineId);
    if (text !== undefined && engine !== undefined && !bySentence.has(text))
      bySentence.set(text, { text, engine });
    if (bySentence.size === EVIDENCE_SHOWN) break;
  }
  return [...bySentence.values()];
}
