/** The form of a feed: opened, drawn anew while somebody types, and submitted; faults stand at their fields. */
import { z } from 'zod';
import { FEED_KINDS } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { type Faults, type FeedDraft, faultsByBlock, feedForm } from '../../messages/feeds/feed-form.ts';
import { feedList } from '../../messages/feeds/feed-list.ts';
import type { Form } from '../../messages/page.ts';
import { working } from '../../messages/refusal.ts';
import { type Feed, type Project, timezoneOf } from '../../projects/projects.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { ACTIONS, LIMITS, VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused } from '../refused.ts';
import type { Action, Answer, Asker, SurfaceDeps, View } from '../request.ts';
import { feedsNow } from './feed-acts.ts';
import { draftOf, draftOfFeed, faultsOf, nextThree, withUsualSchedule } from './feed-draft.ts';
import { feedsOfProject, standingNow } from './feeds-of-project.ts';
import { makeFeed } from './make-feed.ts';

/** What the form carries: of which project it is, which feed it changes, and how that was when the form opened. */
const Carried = z.object({
  project: z.string(),
  /** Where it was opened, and its answer goes; of one that the Home tab opened, where the feed posts. */
  channel: z.string(),
  /** Missing for a new feed. */
  feed: z.string().optional(),
  revision: z.number().optional(),
  kind: z.enum(FEED_KINDS).optional(),
  /** The settings that the form showed: whoever comes second is told what of them changed. */
  before: z.record(z.string(), z.unknown()).optional(),
  /** Opened on the Home tab, which is drawn anew when something changed. */
  home: z.literal(true).optional(),
});
type Carried = z.output<typeof Carried>;

/** Settings too long to be carried are left out: then only what there is now can be told. */
function carries({ before, ...rest }: Carried): string {
  const whole = JSON.stringify({ ...rest, before });
  return whole.length <= LIMITS.privateMetadata ? whole : JSON.stringify(rest);
}

function formOf(
  project: Project,
  draft: FeedDraft,
  told: Carried,
  deps: SurfaceDeps,
  faults: Faults = {},
): Form {
  const timezone = timezoneOf(deps.projects(), project);
  const next = nextThree(draft, timezone, deps.clock.now());
  const isNew = told.feed === undefined;
  return feedForm(
    { project: projectRef(project), draft, isNew, timezone, next, carries: carries(told), words: FEED_WORDS },
    faults,
  );
}

export function newFeedForm(project: Project, channel: string, draft: FeedDraft, deps: SurfaceDeps): Form {
  return formOf(project, draft, { project: project.id, channel }, deps);
}

/**
 * The form that changes a feed, with the feed as it is now. It may begin with a schedule that was typed; `home`: the Home
 * tab shows the change. @throws Refused for a feed of projects.yml, and for one that is gone.
 */
export async function feedEditor(
  { id, project }: Feed,
  { installation, channel }: Pick<Asker, 'installation' | 'channel'>,
  deps: SurfaceDeps,
  { schedule, home }: { schedule?: string; home?: true } = {},
): Promise<Form> {
  const kept = await deps.setup.feed(installation.team, id);
  if (!kept) {
    throw new Refused({
      sentence: 'You can’t change this feed here: it’s in projects.yml, or gone.',
      example: '/visibility subscriptions',
    });
  }
  const { kind, revision, settings: before } = kept;
  const draft = draftOfFeed(kept);
  const values = { ...draft.values, ...(schedule && { schedule }) };
  const told = { project: project.id, channel, feed: id, revision, kind, before, home };
  return formOf(project, { ...draft, values }, told, deps);
}

/** Something in the form changed: its fields, its usual schedule and its next times follow. */
export function feedFormTyped(id: string): Action {
  return {
    id,
    async run({ form, ...asker }, deps) {
      if (!form) return undefined;
      const told = carried(Carried, form.metadata);
      const project = requireVisible(told.project, asker, deps);
      const draft = draftOf(form, told.kind);
      return {
        modal: formOf(project, id === ACTIONS.feedKind ? withUsualSchedule(draft) : draft, told, deps),
      };
    },
  };
}

export const feedFormView: View = {
  id: VIEWS.feedForm,
  async submit(form, deps) {
    const told = carried(Carried, form.metadata);
    const draft = draftOf(form, told.kind);
    const faults = faultsByBlock(faultsOf(draft), draft.kind);
    if (Object.keys(faults).length > 0) return { errors: faults };
    return {
      channel: told.channel,
      working: working('Checking whether Sightline can post there'),
      async after(asker) {
        try {
          return await keep(draft, told, asker, deps);
        } finally {
          // Refused or not: the tab below the form shows how the feed is now.
          if (told.home) await showHome(asker, deps);
        }
      },
    };
  },
};

/** The feed is made or changed. */
async function keep(draft: FeedDraft, told: Carried, asker: Asker, deps: SurfaceDeps): Promise<Answer> {
  const { project: projectId, feed, revision = 0, before, home } = told;
  const project = requireVisible(projectId, asker, deps);
  const change = feed === undefined ? undefined : { id: feed, revision, before };
  const kept = await makeFeed(project, draft, asker, deps, change);
  if (kept.kind === 'faulty') return { modal: formOf(project, draft, told, deps, kept.faults) };
  const { beside: others } = kept;
  const done = feed === undefined ? 'Subscribed.' : 'Changed.';
  if (!home) return { message: await feedsNow(project, asker, deps, { done, others }) };
  const own = feedsOfProject(project, deps).filter(({ id }) => id === kept.feed.id);
  const standing = await standingNow(own, asker, deps);
  return { message: feedList(project, standing, { done, others, mayChange: false }) };
}
