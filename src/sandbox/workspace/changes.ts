/** Every change to the workspace goes through here, so that the page can redraw and the bot can hear of it. */
import type { Change } from './model.ts';

export type Changes = {
  emit(change: Change): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
};

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    emit: (change) => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
