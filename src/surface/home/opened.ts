/** Somebody looks at the app: its Home tab is drawn for them anew. https://docs.slack.dev/reference/events/app_home_opened */
import type { EventHandler } from '../request.ts';
import { showHome } from './show-home.ts';

export const homeOpened: EventHandler = async ({ installation, person, tab }, deps) => {
  if (tab !== 'home' || person === undefined) return;
  await showHome({ installation, person }, deps);
};
