/** Marks what a feed would post now, for the one who asked, or posted to try it: nothing of it can be clicked. */
import type { FeedKind, ProjectRef } from '../../decision.ts';
import type { Message, MessageBlock } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';

const MARK = 'Preview: nothing is counted as posted, nobody is told, and its buttons are left out.';

const SILENT = 'With nothing new in it, this would not be posted now.';

/** `isPosted`: whether it would be posted now, or is so empty that its feed keeps silent. */
export function preview(message: Message, isPosted: boolean): Message {
  const mark = isPosted ? MARK : `${SILENT} ${MARK}`;
  const inert = (blocks: readonly MessageBlock[]) => [
    ...blocks.flatMap((block) => (block.type === 'actions' ? [] : [withoutButton(block)])),
    footer(mrkdwn`*${mark}*`),
  ];
  const { text, blocks, plainBlocks } = message;
  return {
    text: `${mark}\n${text}`,
    blocks: inert(blocks),
    ...(plainBlocks && { plainBlocks: inert(plainBlocks) }),
  };
}

/** Where a feed would say nothing: `why` is the named reason. */
export function nothingToPreview(project: ProjectRef, kind: FeedKind, why = 'nothing new'): Message {
  const what = `${brief(project.name, 'project')} ${kind}`;
  const said = `would post nothing now: ${why.replaceAll('_', ' ')}.`;
  return { text: fallback(`${what} ${said}`), blocks: [section(mrkdwn`*${what}* ${said}`)] };
}

function withoutButton(block: MessageBlock): MessageBlock {
  if (block.type !== 'section') return block;
  const { accessory: _accessory, ...rest } = block;
  return rest;
}
