/** Publishes a person's Home tab: at once with what the store knows, and again with the API's figures. */
import type { HomeView } from '@slack/types';
import { homePage } from '../../messages/feeds/home.ts';
import { homeWelcome, type Newcomer } from '../../messages/feeds/home-welcome.ts';
import { drawHome } from '../../slack/draw.ts';
import { slackFailure } from '../../slack/failures.ts';
import { verdictOn } from '../guards.ts';
import type { EventHandler } from '../request.ts';
import { type Reader, type Seen, seenBy } from '../seen-by.ts';
import { type HomeDeps, homeOf, scored } from './home-of.ts';

/** Somebody looks at the app. https://docs.slack.dev/reference/events/app_home_opened */
export const homeOpened: EventHandler = async ({ installation, person, tab }, deps) => {
  if (tab !== 'home' || person === undefined) return;
  await showHome({ installation, person }, deps);
};

/** https://docs.slack.dev/reference/methods/views.publish */
export async function showHome(reader: Reader, deps: HomeDeps): Promise<void> {
  const seen = await seenBy(reader, deps);
  const first = await publish(reader, await viewOf(reader, seen, deps));
  const missing = scored(reader, seen, deps).filter((of) => deps.recentScores.known(of) === 'loading');
  if (missing.length === 0) return;
  await Promise.all(missing.map(deps.recentScores.read));
  // What was published meanwhile is newer, and gets its figures by itself.
  await publish(reader, await viewOf(reader, seen, deps), first).catch((error) => {
    if (slackFailure(error).reason !== 'hash_conflict') throw error;
  });
}

async function viewOf(reader: Reader, seen: Seen, deps: HomeDeps): Promise<HomeView> {
  if (seen.projects.length === 0) return drawHome(homeWelcome(await newcomer(reader, deps)));
  return drawHome(homePage(await homeOf(reader, seen, deps)));
}

async function newcomer(reader: Reader, deps: HomeDeps): Promise<Newcomer> {
  const { isStranger, isGuest } = await deps.personOf(reader.installation, reader.person);
  if (isStranger) return 'stranger';
  if (isGuest) return 'guest';
  return (await verdictOn('configure', reader, deps)).allowed ? 'admin' : 'member';
}

/** `instead`: only where this one still stands. Answers what the tab is known by now. */
async function publish(
  { installation: { client }, person }: Reader,
  view: HomeView,
  instead?: string,
): Promise<string | undefined> {
  const { view: published } = await client.views.publish({
    user_id: person,
    view,
    ...(instead !== undefined && { hash: instead }),
  });
  return published?.hash;
}
