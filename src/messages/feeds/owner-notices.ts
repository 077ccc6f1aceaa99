/** What the owners are told once: a feed that stands still, a post that never arrived, events that Slack limits, a store that is gone. */
import { carry } from '../../carried.ts';
import type { Decision, EventsLimited, FeedPaused, PostMissed, Standing } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { brief } from '../lengths.ts';
import { button, headline, note, type Page, paragraph } from '../page.ts';
import { pauseWords } from '../pause-words.ts';
import { beside, bold, capital, channel, say } from '../text.ts';
import { moment, momentBeside } from '../times.ts';

/** With the one click that sets the feed going again. */
export function feedPausedMessage(paused: FeedPaused, { overSince }: Standing): Page {
  const name = `${brief(paused.project.name, 'project')} ${paused.feed}`;
  const where = channel(paused.channel);
  if (overSince !== undefined) {
    const span = say`paused from ${moment(paused.at)} to ${momentBeside(overSince, paused.at)}`;
    return {
      parts: [headline(say`✅ ${bold(`The ${name} feed is running again.`)}`), note(beside(where, span))],
    };
  }
  const { why, remedy } = pauseWords(paused.reason);
  const resume = button(
    ACTIONS.feedResume,
    'Resume',
    `Resume ${name}`,
    carry('feed', { feed: paused.subscription }),
  );
  return {
    parts: [
      headline(say`⚠️ ${bold(`The ${name} feed is paused.`)}`, resume),
      paragraph(`${capital(why)}. ${remedy}`),
      note(beside(where, say`paused since ${moment(paused.at)}`)),
    ],
  };
}

/** `name`: what was missed, "a digest". */
export function postMissedMessage(missed: PostMissed, name: string): Page {
  const { what, due } = missed;
  const post = `${brief(missed.project.name, 'project')}: ${name}`;
  const fate = missed.why === 'unclear' ? 'may be missing' : 'wasn’t posted';
  return {
    parts: [
      headline(say`⚠️ ${bold(`${post} ${fate}.`)}`),
      paragraph(reasonOf(missed.why, what)),
      note(beside(channel(missed.channel), say`due ${moment(due)}`)),
    ],
  };
}

/** A digest's leads are not lost with it, unless it may stand in the channel after all. */
function reasonOf(why: PostMissed['why'], what: Decision['kind']): string {
  const leads = what === 'lead_digest' ? ' The next digest brings its leads.' : '';
  if (why === 'expired') return `Slack took nothing until it was too late.${leads}`;
  if (why === 'unclear') {
    return 'Slack’s answer was lost, and Sightline can’t read the history to check. Grant the optional history scopes to avoid this.';
  }
  return `Slack refused it (${brief(why, 'name')}).${leads}`;
}

/** https://docs.slack.dev/apis/events-api#rate-limiting */
const LIMITED =
  'Past 30,000 an hour Slack drops events: a Home tab may be out of date, and a new or renamed channel noticed late. Posts, commands and buttons work as usual. If this app listens to more events than its manifest lists, remove those.';

export function eventsLimitedMessage({ at }: EventsLimited): Page {
  const what = say`Slack has been limiting the events it sends Sightline since ${moment(at)}.`;
  return { parts: [headline(say`⚠️ ${bold(what)}`), paragraph(LIMITED)] };
}

/** The last thing that the bot can say. */
export function storeGoneMessage(): Page {
  return {
    parts: [
      headline(say`⚠️ ${bold('I’ve stopped: my store was deleted or replaced while I was running.')}`),
      paragraph(
        'If you have a backup, restore it before you start me again. Without one I start from scratch, and no longer know what was posted, claimed or muted.',
      ),
    ],
  };
}
