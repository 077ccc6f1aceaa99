/** What a reader sees of HTML: its words on one line, without tags, comments or what is not shown. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

export function textOf(html: string): string {
  return html
    .replace(/<(template|script|style)\b.*?<\/\1>/gs, '')
    .replace(/<\/?(b|i|em|strong|code|span|a|time)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll('\u200B', '')
    .replace(/\s+/g, ' ')
    .trim();
}
