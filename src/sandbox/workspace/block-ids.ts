/** Gives every block a block_id, as Slack does on arrival: a click names its block by it. */
import { randomUUID } from 'node:crypto';

/** Includes the blocks inside containers and carousels. */
export function withBlockIds<B extends { block_id?: string }>(blocks: readonly B[]): B[] {
  return blocks.map((block) => ({
    ...block,
    block_id: block.block_id ?? randomUUID().slice(0, 8),
    ...nestedWithIds(block, 'child_blocks'),
    ...('type' in block && block.type === 'carousel' && nestedWithIds(block, 'elements')),
  }));
}

function nestedWithIds(block: object, key: 'child_blocks' | 'elements') {
  const nested: unknown = key in block && Reflect.get(block, key);
  return Array.isArray(nested) ? { [key]: withBlockIds(nested) } : {};
}
