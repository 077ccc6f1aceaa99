/** Slack names the blocks that arrive without a block_id; a click is found by it. */
import { randomUUID } from 'node:crypto';

export function named<B extends { block_id?: string }>(blocks: readonly B[]): B[] {
  return blocks.map((block) => ({ ...block, block_id: block.block_id ?? randomUUID().slice(0, 8) }));
}
