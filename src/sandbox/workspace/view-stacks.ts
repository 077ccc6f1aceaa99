/** The modals that people have open, up to three on top of each other, and the Home tab that each one sees. */
import { randomUUID } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { named } from './block-ids.ts';
import type { Changes } from './changes.ts';
import type { CheckedHome, CheckedView } from './limits-check.ts';
import type { OpenView } from './model.ts';

/** Slack stacks three modals at most. https://docs.slack.dev/surfaces/modals#view-stack */
const STACK_LIMIT = 3;

type PublishedHome = { id: string; hash: string; view: CheckedHome };

/** A modal with its place: the first of its stack, and the one below it. */
type PlacedView = { open: OpenView; rootId: string; previousId: string | undefined };

export type ViewStacks = {
  /** Opens a modal in place of whatever the person has open. */
  open(person: string, view: ModalView, channel?: string): OpenView;
  /** Puts a modal on top; undefined if there is none below it or no room. */
  push(person: string, view: ModalView): OpenView | undefined;
  /** Draws it anew. What a submission found wrong stays, at the fields that are still there. */
  update(viewId: string, view: ModalView): OpenView | undefined;
  /** What a submission found wrong, by block; nothing after one that was taken. */
  refuse(viewId: string, errors: Record<string, string>): void;
  /** A field was changed: what was wrong with it is forgotten. */
  touch(viewId: string, blockId: string): void;
  /** Closes a modal and what lies on it. */
  close(viewId: string): void;
  clear(person: string): void;
  top(person: string): OpenView | undefined;
  find(viewId: string): PlacedView | undefined;
  /** By the bot's own name for it. */
  findExternal(externalId: string): PlacedView | undefined;
  publish(person: string, view: CheckedHome): PublishedHome;
  home(person: string): PublishedHome | undefined;
};

export function createViewStacks(changes: Changes): ViewStacks {
  const stacks = new Map<string, readonly OpenView[]>();
  const homes = new Map<string, PublishedHome>();

  function top(person: string): OpenView | undefined {
    return stacks.get(person)?.at(-1);
  }

  function set(person: string, stack: readonly OpenView[]): void {
    stacks.set(person, stack);
    changes.emit({ kind: 'view', person, view: stack.at(-1) });
  }

  function locate(matches: (open: OpenView) => boolean) {
    for (const [person, stack] of stacks) {
      const index = stack.findIndex(matches);
      const open = stack[index];
      if (open) return { person, stack, index, open };
    }
    return undefined;
  }

  function placed(matches: (open: OpenView) => boolean): PlacedView | undefined {
    const found = locate(matches);
    if (!found) return undefined;
    const { stack, index, open } = found;
    return { open, rootId: stack[0]?.id ?? open.id, previousId: stack[index - 1]?.id };
  }

  function replace(viewId: string, next: (open: OpenView) => OpenView): OpenView | undefined {
    const found = locate((open) => open.id === viewId);
    if (!found) return undefined;
    const replaced = next(found.open);
    set(found.person, found.stack.with(found.index, replaced));
    return replaced;
  }

  return {
    top,
    open: (person, view, channel) => {
      const opened = opening(person, view, channel);
      set(person, [opened]);
      return opened;
    },
    push: (person, view) => {
      const stack = stacks.get(person) ?? [];
      if (stack.length === 0 || stack.length >= STACK_LIMIT) return undefined;
      const opened = opening(person, view, stack[0]?.channel);
      set(person, [...stack, opened]);
      return opened;
    },
    update: (viewId, view) =>
      replace(viewId, (open) => {
        const drawn = withBlockIds(view);
        const isThere = (blockId: string) => drawn.blocks.some((block) => block.block_id === blockId);
        const errors = Object.entries(open.errors).filter(([blockId]) => isThere(blockId));
        return { ...open, view: drawn, hash: freshHash(), errors: Object.fromEntries(errors) };
      }),
    refuse: (viewId, errors) => {
      replace(viewId, (open) => ({ ...open, errors }));
    },
    touch: (viewId, blockId) => {
      if (locate((open) => open.id === viewId)?.open.errors[blockId] === undefined) return;
      replace(viewId, (open) => {
        const { [blockId]: _, ...errors } = open.errors;
        return { ...open, errors };
      });
    },
    close: (viewId) => {
      const found = locate((open) => open.id === viewId);
      if (found) set(found.person, found.stack.slice(0, found.index));
    },
    clear: (person) => set(person, []),
    find: (viewId) => placed((open) => open.id === viewId),
    findExternal: (externalId) => placed((open) => open.view.external_id === externalId),
    publish: (person, view) => {
      const id = homes.get(person)?.id ?? freshViewId();
      const home = { id, hash: freshHash(), view: withBlockIds(view) };
      homes.set(person, home);
      changes.emit({ kind: 'home', person });
      return home;
    },
    home: (person) => homes.get(person),
  };
}

function withBlockIds<V extends CheckedView>(view: V): V {
  return { ...view, blocks: named(view.blocks) };
}

function opening(person: string, view: ModalView, channel: string | undefined): OpenView {
  const fresh = { id: freshViewId(), hash: freshHash(), errors: {} };
  return { ...fresh, person, view: withBlockIds(view), ...(channel && { channel }) };
}

function freshViewId(): string {
  return `V${freshHash().toUpperCase()}`;
}

function freshHash(): string {
  return randomUUID().replaceAll('-', '').slice(0, 12);
}
