/** The short names of leads, alerts and suggestions in a line (L412, A1, S9), and lines that say a command in other words. */

/** The handle (in capitals) if the line asks about nothing else: "l412", "why a1?", "ask tell me about L412". */
export function readHandle(text: string): string | undefined {
  const line = withHandles(text.trim());
  return (HANDLE_ASKED.exec(line) ?? HANDLE_FOLLOWED.exec(line))?.[1]?.toUpperCase();
}

/** Several leads' handles, if the line asks about nothing else: "show L47 and L48". */
function readHandles(text: string): readonly string[] | undefined {
  const [, handles] = HANDLES_ASKED.exec(withHandles(text.trim())) ?? [];
  return handles?.match(/L\d+/gi) ?? undefined;
}

/** "Lead 7" is L7, "alert no. 3" A3. */
function withHandles(text: string): string {
  return text.replace(
    /\b(lead|alert) (?:no\.? ?|number |#)?(?=\d{1,9}\b(?! (?:days?|weeks?|hours?|times|points?)\b))/gi,
    (_, kind: string) => kind.charAt(0).toUpperCase(),
  );
}

const ASKS = String.raw`^(?:ask\s+)?(?:(?:why|what(?:[’']?s|\s+(?:is|was|are))?|show(?:\s+me)?|open|list|explain|(?:tell\s+me\s+)?about)\s+)?`;
const HANDLE_ASKED = RegExp(String.raw`${ASKS}["“”]?([LAS]\d+)["“”]?\s*[?!.]*$`, 'i');
/** “Why L1 and L2?” is left to the command, which explains one at a time. */
const HANDLES_ASKED = RegExp(
  String.raw`^(?!.*\bwhy\b)${ASKS}(L\d+(?:(?:[\s,&]|\band\b)+L\d+)+)\s*[?!.]*$`,
  'i',
);

/** "Is A1 over?", "what became of A1": its page says it. */
const HANDLE_FOLLOWED =
  /^(?:is|was|did|has|how(?:[’']?s|\s+(?:is|did|was))|what\s+(?:became|happened|did\s+we\s+do|have\s+we\s+done)\s+(?:of|to|with|about|on)|(?:(?:some|any)\s+)?(?:news|update|status)\s+(?:of|on|about))\s+([LAS]\d+)(?:\s+\w+){0,3}\s*[?!.]*$/i;

/** The first handle anywhere in a line, in capitals. */
export function findHandle(text: string): string | undefined {
  return /\b[LAS]\d{1,9}\b/i.exec(withHandles(text))?.[0].toUpperCase();
}

/** The line of a command that says the same: "show L1 and L2", "80", "warm leads on Gemini", "latest citations". */
export function lineMeant(text: string): string | undefined {
  const handles = readHandles(text);
  if (handles) return `leads ${handles.join(' ')}`;
  const said = text.trim().replace(/[\s?!.]+$/, '');
  const [pattern, line = ''] = SAME_LINE.find(([pattern]) => pattern.test(said)) ?? [];
  return pattern && said.replace(pattern, line);
}

const SHOW =
  '^(?:ask )?(?:please )?(?:(?:show|list|give|see)(?: me| us)? )?(?:(?:what|which|where) are )?(?:(?:all|any|the|our) )*';
const sameLine = (said: string, line: string) => [RegExp(said, 'i'), line] as const;
const SAME_LINE = [
  sameLine(String.raw`^(\d{1,3}|mine|older|snoozed|dismissed|unclaimed|digest)$`, 'leads $1'),
  sameLine(String.raw`${SHOW}warm (?:leads|threads)\b(?: on\b)?(.*)$`, 'leads warm$1'),
  sameLine(
    String.raw`${SHOW}(?:latest|newest|most recent|last) citations (?:of|from|for) ([\w.-]+\.[a-z]{2,})$`,
    'citations site:$1',
  ),
  sameLine(
    String.raw`${SHOW}(?:latest|newest|most recent|last) citations\b(?: (?:on|by)\b)?(.*)$`,
    'citations$1',
  ),
  sameLine(
    String.raw`^(?:ask )?what(?: (?:queries|searches|terms|keywords|phrases))? (?:does|do|did) [\w .-]{2,30} (?:search|look|google)(?:ing)? (?:for|up)\b(?! us\b).*$`,
    'searches',
  ),
  sameLine(
    '^(?:ask )?how (?:did|do|have|are|were) (?:our|the|my) (?:score )?alerts (?:do|doing|done|perform|performing|performed|working|worked)$',
    'what-if',
  ),
  sameLine(
    String.raw`^(?:ask )?what (?:if|would)\b.*\bthreshold (?:of|at|to|was|were|had been) (\d+(?:\.\d+)?)(?: points)?(?: have .*| do| change)?$`,
    'what-if min_change:$1',
  ),
];
