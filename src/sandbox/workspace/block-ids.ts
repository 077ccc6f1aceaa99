/** Slack names the blocks that arrive without a block_id, those inside others too; a click is found by it. */
import { randomUUID } from 'node:crypto';

export function named<B extends { block_id?: string }>(blocks: readonly B[]): B[] {
  return blocks.map((block) => ({
    ...block,
    block_id: block.block_id ?? randomUUID().slice(0, 8),
    ...namedInside(block, 'child_blocks'),
    ...(isCarousel(block) && namedInside(block, 'elements')),
  }));
}

function isCarousel(block: object): boolean {
  return 'type' in block && block.type === 'carousel';
}

function namedInside(block: object, key: 'child_blocks' | 'elements') {
  const inside: unknown = key in block && Reflect.get(block, key);
  return Array.isArray(inside) ? { [key]: named(inside) } : {};
}
