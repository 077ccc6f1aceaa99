/** The modals each person has open, stacked up to three deep, and the Home tab each person sees. */
import { randomUUID } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { withBlockIds } from './block-ids.ts';
import type { Changes } from './changes.ts';
import type { CheckedHome } from './limits-check.ts';
import type { OpenView } from './model.ts';

/** https://docs.slack.dev/surfaces/modals#view-stack */
const STACK_LIMIT = 3;

type PublishedHome = { id: string; hash: string; view: CheckedHome };

/** A modal and its place in the stack: `rootId` is at the bottom, `previousId` right below. */
type PlacedView = { open: OpenView; rootId: string; previousId: string | undefined };

export type ViewStacks = {
  /** Replaces whatever modals the person has open. */
  open(person: string, view: ModalView, channel?: string): OpenView;
  /** Puts a modal on top. Undefined if none is open or the stack is full. */
  push(person: string, view: ModalView): OpenView | undefined;
  /** Keeps the errors of fields that are still there. */
  update(viewId: string, view: ModalView): OpenView | undefined;
  /** Sets a submission's errors, by block_id. */
  refuse(viewId: string, errors: Record<string, string>): void;
  /** Clears the error of a field that the person has changed. */
  touch(viewId: string, blockId: string): void;
  /** Closes a modal and those on top of it. */
  close(viewId: string): void;
  clear(person: string): void;
  top(person: string): OpenView | undefined;
  find(viewId: string): PlacedView | undefined;
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

  function findPlaced(matches: (open: OpenView) => boolean): PlacedView | undefined {
    const found = locate(matches);
    if (!found) return undefined;
    const { stack, index, open } = found;
    return { open, rootId: stack[0]?.id ?? open.id, previousId: stack[index - 1]?.id };
  }

  function replace(viewId: string, next: (open: OpenView) => OpenView): OpenView | undefined {
    const found = locate((open) => open.id === viewId);
    if (!found) return undefined;
    const changed = next(found.open);
    set(found.person, found.stack.with(found.index, changed));
    return changed;
  }

  return {
    top,
    open: (person, view, channel) => {
      const opened = createView(person, view, channel);
      set(person, [opened]);
      return opened;
    },
    push: (person, view) => {
      const stack = stacks.get(person) ?? [];
      if (stack.length === 0 || stack.length >= STACK_LIMIT) return undefined;
      const opened = createView(person, view, stack[0]?.channel);
      set(person, [...stack, opened]);
      return opened;
    },
    update: (viewId, view) =>
      replace(viewId, (open) => {
        const blocks = withBlockIds(view.blocks);
        const errors = Object.entries(open.errors).filter(([id]) =>
          blocks.some((block) => block.block_id === id),
        );
        return { ...open, view: { ...view, blocks }, hash: createHash(), errors: Object.fromEntries(errors) };
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
    find: (viewId) => findPlaced((open) => open.id === viewId),
    findExternal: (externalId) => findPlaced((open) => open.view.external_id === externalId),
    publish: (person, view) => {
      const id = homes.get(person)?.id ?? createViewId();
      const home = { id, hash: createHash(), view: { ...view, blocks: withBlockIds(view.blocks) } };
      homes.set(person, home);
      changes.emit({ kind: 'home', person });
      return home;
    },
    home: (person) => homes.get(person),
  };
}

function createView(person: string, view: ModalView, channel: string | undefined): OpenView {
  return {
    id: createViewId(),
    hash: createHash(),
    person,
    view: { ...view, blocks: withBlockIds(view.blocks) },
    errors: {},
    ...(channel && { channel }),
  };
}

function createViewId(): string {
  return `V${createHash().toUpperCase()}`;
}

function createHash(): string {
  return randomUUID().replaceAll('-', '').slice(0, 12);
}
