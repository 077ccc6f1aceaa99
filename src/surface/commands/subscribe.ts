/** /visibility subscribe <kind> [schedule] [in #channel]: makes a feed; its form opens without words, or where there is one. */
import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { refusal } from '../../messages/answers/refusal.ts';
import { subscriptionsAnswer } from '../../messages/answers/subscriptions-answer.ts';
import { feedModal } from '../../messages/forms/feed-modal.ts';
import type { Faults } from '../../messages/forms/form.ts';
import { brief } from '../../messages/lengths.ts';
import { feedId, type Project, timezoneOf } from '../../projects/projects.ts';
import { choice } from '../command-line.ts';
import { shownForm, USUAL } from '../feeds/feed-draft.ts';
import { feedEditor } from '../feeds/feed-editor.ts';
import { feedMetadata } from '../feeds/feed-metadata.ts';
import { feedsOfProject, standingNow } from '../feeds/feeds-of-project.ts';
import { subscribe as makeFeed } from '../feeds/subscribe.ts';
import type { Command, ProjectRequest, SurfaceDeps } from '../request.ts';

export const subscribe: Command = {
  name: 'subscribe',
  usage: 'subscribe [leads|scores|suggestions|recap] [schedule] [in #channel]',
  example: 'subscribe leads weekdays at 9:00',
  summary: 'Post something to a channel on a schedule; without words a form asks',
  scope: 'project',
  words: 'free',
  async run(request, deps) {
    const { project, channel } = request;
    const { kind, schedule, place } = read(request);
    if (!kind) {
      const missing = missingIn(channel, project, deps);
      const draft = { kind: missing, values: { channel, schedule: USUAL[missing] }, lists: {} };
      const metadata = feedMetadata({ project: project.id, channel });
      const timezone = timezoneOf(deps.projects(), project);
      const shown = { project, timezone, metadata, isNew: true, now: deps.clock.now() };
      return { modal: feedModal(shownForm(draft, shown)) };
    }
    const values = { channel: place ?? channel, schedule: schedule || USUAL[kind] };
    const there = feedsOfProject(project, deps).find(
      ({ id }) => id === feedId(kind, project.id, values.channel),
    );
    if (there?.channel === channel) return { modal: await feedEditor(there, request, deps, { schedule }) };
    const made = await makeFeed(project, { kind, values, lists: {} }, request, deps);
    if (made.kind === 'kept') return { message: await listed(request, deps) };
    const mayPass = made.faults.schedule === undefined && there === undefined;
    return { message: faulty(made.faults, values), again: mayPass };
  },
};

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
  const id = named && (channels[named] ?? named.slice(1));
  return { kind, schedule, place: id };
}

function faulty({ schedule, ...others }: Faults, typed: { schedule: string }) {
  const unread =
    schedule && `“${brief(typed.schedule, 'place')}” ${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}`;
  const sentence = [...(unread ? [unread] : []), ...Object.values(others)].join(' ');
  return refusal({ sentence, example: `/visibility ${subscribe.example}` });
}

async function listed(request: ProjectRequest, deps: SurfaceDeps) {
  const feeds = feedsOfProject(request.project, deps);
  return subscriptionsAnswer(request.project, await standingNow(feeds, request, deps), 'Subscribed.');
}
