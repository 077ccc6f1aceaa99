/** /visibility subscribe <kind> [schedule] [in #channel]: makes a feed, or opens the form (no words, or it exists). */

import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import type { FeedDraft } from '../../messages/feeds/feed-form.ts';
import { brief } from '../../messages/lengths.ts';
import { refusal } from '../../messages/refusal.ts';
import { type Feed, feedId, feedsOfProject } from '../../projects/projects.ts';
import type { Answer, Command, ProjectAsk } from '../ask.ts';
import { readChoice, unquote } from '../command-line.ts';
import { Refused } from '../refused.ts';
import { newFeedForm, openFeedEditor } from './feed-form.ts';
import { renderFeedList } from './feeds-of-project.ts';
import { findDraftFaults, makeFeed } from './make-feed.ts';

export const subscribe: Command = {
  name: 'subscribe',
  usage: `subscribe [${FEED_KINDS.join('|')}] [schedule] [in #channel]`,
  example: 'subscribe suggestions Mondays 10:00',
  summary: 'Post something to a channel on a schedule; without words a form asks',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project, channel } = ask;
    const { kind, schedule, place } = read(ask);
    if (!kind) return emptyForm(ask);
    const values = { channel: place ?? channel, schedule: schedule || FEED_WORDS[kind].usual };
    const draft = { kind, values, lists: {} };
    refuseUnread(draft);
    const id = feedId(kind, project.id, values.channel);
    const there = feedsOfProject(ask.workspace.projects(), project.id).find((feed) => feed.id === id);
    if (there?.channel === channel) return feedForm(there, schedule, ask);
    const made = await makeFeed(project, draft, ask);
    if (made.kind === 'kept') {
      const { beside: others, also } = made;
      return {
        message: await renderFeedList(project, ask, {
          done: 'Subscribed.',
          others,
          also: { kind, channels: also },
        }),
      };
    }
    const sentence = Object.values(made.faults).join(' ');
    return { message: refusal({ sentence, example: EXAMPLE }), again: there === undefined };
  },
};

const EXAMPLE: string = `/visibility ${subscribe.example}`;

function emptyForm(ask: ProjectAsk): Answer {
  const { project, channel } = ask;
  const kind = findMissingKind(ask);
  const draft = { kind, values: { channel, schedule: FEED_WORDS[kind].usual }, lists: {} };
  return { modal: newFeedForm(project, draft, ask) };
}

/** The first kind of feed that the project doesn't post to this channel yet. */
function findMissingKind(ask: ProjectAsk): FeedKind {
  const feeds = feedsOfProject(ask.workspace.projects(), ask.project.id).filter(
    ({ channel }) => channel === ask.channel,
  );
  return FEED_KINDS.find((one) => !feeds.some(({ kind }) => kind === one)) ?? FEED_KINDS[0];
}

/** "leads weekdays at 9:00 in #acme-leads" */
function read({ words, channels }: ProjectAsk) {
  const [, before = '', named] = words.match(/^(.*?)(?:\s*\bin\s+(#\S+))?$/is) ?? [];
  const [, first = '', schedule = ''] = before.match(/^(\S*)\s*(.*)$/s) ?? [];
  const kind = readChoice(first, FEED_KINDS, subscribe);
  if (named && channels[named] === undefined)
    throw new Refused(
      `“${brief(named, 'place')}” isn’t a channel that Slack knows here. Pick it from the list that opens after #.`,
      { example: EXAMPLE },
    );
  return { kind, schedule: unquote(schedule), place: named && channels[named] };
}

/** A schedule that can't be read is reported before anything about the channel. */
function refuseUnread(draft: FeedDraft): void {
  const { schedule: fault } = findDraftFaults(draft);
  if (fault !== undefined) throw new Refused(fault, { example: EXAMPLE });
}

/** @throws Refused for a feed from projects.yml, which the form can't change */
async function feedForm(feed: Feed, schedule: string, ask: ProjectAsk): Promise<Answer> {
  if (feed.revision !== undefined) return { modal: await openFeedEditor(feed, ask, { schedule }) };
  throw new Refused(
    `${feed.project.name} already posts its ${feed.kind} here, as set in projects.yml. Change it there, or pause it here.`,
    { example: `/visibility pause ${feed.kind}` },
  );
}
