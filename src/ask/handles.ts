/** The short names of leads, alerts and suggestions in a line: L412, A1, S9. */

/** The handle (in capitals) if the line asks about nothing else: "l412", "why a1?", "ask tell me about L412". */
export function readHandle(text: string): string | undefined {
  const line = withHandles(text.trim());
  return (HANDLE_ASKED.exec(line) ?? HANDLE_FOLLOWED.exec(line))?.[1]?.toUpperCase();
}

/** Several leads' handles, if the line asks about nothing else: "show L47 and L48". */
export function readHandles(text: string): readonly string[] | undefined {
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
const HANDLES_ASKED = RegExp(String.raw`${ASKS}(L\d+(?:(?:[\s,&]|\band\b)+L\d+)+)\s*[?!.]*$`, 'i');

/** "Is A1 over?", "what became of A1": its page says it. */
const HANDLE_FOLLOWED =
  /^(?:is|was|did|has|how(?:[’']?s|\s+(?:is|did|was))|what\s+(?:became|happened|did\s+we\s+do|have\s+we\s+done)\s+(?:of|to|with|about|on)|(?:(?:some|any)\s+)?(?:news|update|status)\s+(?:of|on|about))\s+([LAS]\d+)(?:\s+\w+){0,3}\s*[?!.]*$/i;

/** The first handle anywhere in a line, in capitals. */
export function findHandle(text: string): string | undefined {
  return /\b[LAS]\d{1,9}\b/i.exec(withHandles(text))?.[0].toUpperCase();
}
