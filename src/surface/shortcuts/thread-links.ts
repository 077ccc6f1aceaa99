/** The addresses in a message, however Slack wrote them down: as text, in blocks, or as what a link unfurled to. */
import type { ClickedMessage } from '../request.ts';

/** More links in one message are nobody's lead. */
const MOST = 50;

/** In the order in which they stand, each once. */
export function linksIn({ text, blocks, attachments }: ClickedMessage): string[] {
  const found = textsIn([text, blocks, attachments]).flatMap(
    (said) => said.match(/https?:\/\/[^\s<>|"]+/g) ?? [],
  );
  const addresses = found.map((address) => address.replaceAll('&amp;', '&').replace(/[.,;:!?)\]’”']+$/, ''));
  return [...new Set(addresses)].slice(0, MOST);
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  return Object.values(content).flatMap(textsIn);
}
