/** /visibility subscribe <kind> [schedule] [in #channel]: makes a feed; its form opens without words, or where there is one. */
import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import type { FeedDraft } from '../../messages/feeds/feed-form.ts';
import { lowered } from '../../messages/first-letter.ts';
import { brief } from '../../messages/lengths.ts';
import { refusal } from '../../messages/refusal.ts';
import { type Feed, feedId, type Project } from '../../projects/projects.ts';
import { choice, unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';
import type { Answer, Command, ProjectRequest, SurfaceDeps } from '../request.ts';
import { feedsNow } from './feed-acts.ts';
import { faultsOf } from './feed-draft.ts';
import { feedEditor, newFeedForm } from './feed-form.ts';
import { feedsOfProject } from './feeds-of-project.ts';
import { makeFeed } from './make-feed.ts';

export const subscribe: Command = {
  name: 'subscribe',
  usage: `subscribe [${FEED_KINDS.join('|')}] [schedule] [in #channel]`,
  example: 'subscribe suggestions Mondays 10:00',
  summary: 'Post something to a channel on a schedule; without words a form asks',
  scope: 'project',
  words: 'free',
  async run(request, deps) {
    const { project, channel } = request;
    const { kind, schedule, place } = read(request);
    if (!kind) return emptyForm(request, deps);
    const values = { channel: place ?? channel, schedule: schedule || FEED_WORDS[kind].usual };
    const draft = { kind, values, lists: {} };
    refuseUnread(draft);
    const id = feedId(kind, project.id, values.channel);
    const there = feedsOfProject(project, deps).find((feed) => feed.id === id);
    if (there?.channel === channel) return feedForm(there, schedule, request, deps);
    const made = await makeFeed(project, draft, request, deps);
    if (made.kind === 'kept') {
      const { beside: others } = made;
      return { message: await feedsNow(project, request, deps, { done: 'Subscribed.', others }) };
    }
    const sentence = Object.values(made.faults).join(' ');
    return { message: refusal({ sentence, example: EXAMPLE }), again: there === undefined };
  },
};

const EXAMPLE: string = `/visibility ${subscribe.example}`;

function emptyForm({ project, channel }: ProjectRequest, deps: SurfaceDeps): Answer {
  const kind = missingIn(channel, project, deps);
  const draft = { kind, values: { channel, schedule: FEED_WORDS[kind].usual }, lists: {} };
  return { modal: newFeedForm(project, channel, draft, deps) };
}

/** What the channel does not have of a project yet. */
function missingIn(channel: string, project: Project, deps: SurfaceDeps): FeedKind {
  const feeds = feedsOfProject(project, deps).filter((feed) => feed.channel === channel);
  return FEED_KINDS.find((one) => !feeds.some(({ kind }) => kind === one)) ?? FEED_KINDS[0];
}

/** "leads weekdays at 9:00 in #acme-leads" */
function read({ words, channels }: ProjectRequest) {
  const [, before = '', named] = words.match(/^(.*?)(?:\s*\bin\s+(#\S+))?$/is) ?? [];
  const [, first = '', schedule = ''] = before.match(/^(\S*)\s*(.*)$/s) ?? [];
  const kind = choice(first, FEED_KINDS, subscribe);
  if (named && channels[named] === undefined) {
    throw new Refused({
      sentence: `“${brief(named, 'place')}” isn’t a channel that Slack knows here. Pick it from the list that opens after #.`,
      example: EXAMPLE,
    });
  }
  return { kind, schedule: unquoted(schedule), place: named && channels[named] };
}

/** A command that cannot be read is told before anything that only its place has. */
function refuseUnread(draft: FeedDraft): void {
  const { schedule: fault } = faultsOf(draft);
  if (fault === undefined) return;
  const typed = brief(draft.values.schedule ?? '', 'place');
  const sentence = `“${typed}” ${lowered(fault)}`;
  throw new Refused({ sentence, example: EXAMPLE });
}

/** @throws Refused for a feed of projects.yml, which the form cannot change */
async function feedForm(
  feed: Feed,
  schedule: string,
  request: ProjectRequest,
  deps: SurfaceDeps,
): Promise<Answer> {
  if (feed.revision !== undefined) return { modal: await feedEditor(feed, request, deps, { schedule }) };
  throw new Refused({
    sentence: `${feed.project.name} already posts its ${feed.kind} here, as set in projects.yml. Change it there, or pause it here.`,
    example: `/visibility pause ${feed.kind}`,
  });
}
