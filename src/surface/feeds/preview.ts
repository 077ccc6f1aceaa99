/** /visibility preview <feed>: what would go out now; posted only if the asker says so, and never counted as posted. */
import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { preview as asPreview, nothingToPreview } from '../../messages/feeds/preview.ts';
import { feedLike } from '../../projects/made.ts';
import { type Feed, feedsOf, type Project } from '../../projects/projects.ts';
import { choice } from '../command-line.ts';
import type { Command, ProjectRequest, SurfaceDeps } from '../request.ts';
import { channelsSeen } from '../seen-by.ts';
import { feedsOfProject } from './feeds-of-project.ts';

export const preview: Command = {
  name: 'preview',
  usage: `preview [${FEED_KINDS.join('|')}]`,
  example: 'preview leads',
  summary: 'What a feed would post now, and what it leaves out; privately',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    const { project, installation } = request;
    const kind = choice(request.words, FEED_KINDS, preview) ?? 'leads';
    const feed = feedOrUsual(kind, request, deps);
    const { messages, silence, alerts, paused } = await deps.preview(installation.team, feed);
    const [first] = messages;
    if (!first) {
      const isRead = (await channelsSeen(project, request, deps)).includes(feed.channel);
      return { message: nothingToPreview(project, kind, silence, isRead ? alerts : [], paused) };
    }
    // Drawn for the readers of its own channel, who may know of projects that these do not.
    const share = feed.channel === request.channel;
    return { message: asPreview(first, silence === undefined, paused), share };
  },
};

/** The project's feed of this kind, this channel's before others; as it would be by default where there is none. */
function feedOrUsual(kind: FeedKind, { project, channel }: ProjectRequest, deps: SurfaceDeps): Feed {
  const feeds = feedsOfProject(project, deps).filter((feed) => feed.kind === kind);
  const feed =
    feeds.find((one) => one.channel === channel) ?? feeds[0] ?? usualFeed(kind, project, channel, deps);
  if (!feed) throw new TypeError(`No ${kind} feed can be made for a preview`);
  return feed;
}

function usualFeed(kind: FeedKind, project: Project, channel: string, deps: SurfaceDeps): Feed | undefined {
  const settings = { channel, schedule: FEED_WORDS[kind].usual };
  const alone = { ...deps.projects(), projects: [{ ...project, ...feedLike(kind, settings) }] };
  return feedsOf(alone).find((feed) => feed.kind === kind && feed.channel === channel);
}
