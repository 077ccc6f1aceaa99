/** Example questions with a project's own names, offered to newcomers and after a question that wasn't understood. */
import type { Meaning } from './meaning.ts';
import type { FoundName, NameKind } from './names.ts';
import type { Intent, Names } from './plan.ts';

/** For each intent, the most common question comes first. */
export function exampleQuestions(names: Partial<Names> = {}): { intent: Intent; question: string }[] {
  const { engines, topics, prompts, rivals, places } = names;
  const [engine, topic, prompt, rival, place] = [engines, topics, prompts, rivals, places].map(
    (all) => all?.[0],
  );
  const all: [Intent, string | undefined][] = [
    ['overview', 'How are we doing?'],
    ['change', engine && `Why did we drop on ${engine}?`],
    ['leads', 'Which open leads are cited by engines?'],
    ['compare', rival && `How do we compare with ${rival}?`],
    ['score', 'What’s our score this month?'],
    ['topic', topic && `How do we stand on ${topic}?`],
    ['ranking', 'Which topics are we worst in?'],
    ['named', topic ? `Who is named first on ${topic}?` : 'Who is named first?'],
    ['sources', engine ? `Which pages does ${engine} cite?` : 'Which pages do engines cite?'],
    ['happened', 'What happened this week?'],
    ['answers', engine && prompt && `What does ${engine} say when asked “${prompt}”?`],
    ['prompts', 'Which prompts do we track?'],
    ['suggestions', 'What should we write about?'],
    ['status', 'When is the next digest?'],
    ['leads', place && `Which leads from ${place} are open?`],
    ['help', 'What can I ask?'],
  ];
  return all.flatMap(([intent, question]) => (question === undefined ? [] : [{ intent, question }]));
}

/** Up to three examples, likeliest first, using the names from the question. */
export function nearQuestions(
  meanings: readonly { meaning: Meaning }[],
  names: Names,
  said: readonly Pick<FoundName, 'kind' | 'name'>[],
): string[] {
  const likely = meanings.map(({ meaning }) => meaning);
  const rank = (intent: Intent) => (likely.includes(intent) ? likely.indexOf(intent) : likely.length);
  const saidFirst = (kind: NameKind, all: readonly string[]) => [
    ...said.flatMap((found) => (found.kind === kind ? found.name : [])),
    ...all,
  ];
  const asked = {
    ...names,
    engines: saidFirst('engine', names.engines),
    topics: saidFirst('topic', names.topics),
    rivals: saidFirst('rival', names.rivals),
    places: saidFirst('place', names.places),
  };
  return exampleQuestions(asked)
    .sort((a, b) => rank(a.intent) - rank(b.intent))
    .slice(0, 3)
    .map(({ question }) => question);
}
