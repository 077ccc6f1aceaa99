/** Marks what a feed would post now, for the one who asked, or posted to try it: nothing of it can be clicked. */
import type { AlertStanding, FeedKind, FeedStanding, ProjectRef, ScoreAlert } from '../../decision.ts';
import type { Message, MessageBlock } from '../../slack/blocks.ts';
import { type Drawable, drawn } from '../../slack/draw.ts';
import { fallbackText, joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { footer } from '../layout.ts';
import { brief } from '../lengths.ts';
import { pausedInWords } from '../pause-words.ts';
import { beganOn, figureNamed, mutedInWords } from '../scores/alert-words.ts';

const MARK = 'Preview: nothing is counted as posted, nobody is told, and its buttons are left out.';

const SILENT = 'With nothing new in it, this would not be posted now.';

/** `isPosted`: whether it would be posted now, or is so empty that its feed keeps silent; `paused` while the feed is. */
export function preview(message: Drawable, isPosted: boolean, paused?: FeedStanding['paused']): Message {
  const mark = isPosted ? MARK : `${SILENT} ${MARK}`;
  const pause = paused && pauseWords(paused);
  const note = joined([pause && mrkdwn`The feed is ${pause.shown}`, mrkdwn`*${mark}*`], ' ');
  const inert = (blocks: readonly MessageBlock[]) => [
    ...blocks.flatMap((block) => (block.type === 'actions' ? [] : [withoutButton(block)])),
    footer(note),
  ];
  const { text, blocks, plainBlocks } = drawn(message);
  return {
    text: [mark, ...(pause ? [fallbackText`The feed is ${pause.spoken}`] : []), text].join('\n'),
    blocks: inert(blocks),
    ...(plainBlocks && { plainBlocks: inert(plainBlocks) }),
  };
}

/** "paused since 09:00, because Sightline is not in the channel: nothing is posted meanwhile." */
function pauseWords(paused: NonNullable<FeedStanding['paused']>): { shown: Mrkdwn; spoken: string } {
  const { shown, spoken } = pausedInWords(paused);
  return {
    shown: mrkdwn`*paused* ${shown}: nothing is posted meanwhile.`,
    spoken: `paused ${spoken}: nothing is posted meanwhile.`,
  };
}

/** An alert that is open or muted in the channel of a scores feed. `handle` is that of the message that tells it. */
export type StandingAlert = {
  handle: string | undefined;
  alert: ScoreAlert;
  /** While it holds back what is new. */
  muted: AlertStanding['muted'];
};

/** The named reasons that do not read well by themselves. */
const WHY: Readonly<Record<string, string>> = {
  no_scores: 'the API has no scores',
  no_complete_day: 'no complete day has a score yet',
  stale: 'the API has no new figures',
  edits_only: 'what changed goes into the messages that stand',
  muted: 'what is new is held back by a mute',
};

/** Where a feed would say nothing: `why` is the named reason, and `alerts` are what stands beside it; `paused` while it is. */
export function nothingToPreview(
  project: ProjectRef,
  kind: FeedKind,
  why = 'nothing_new',
  alerts: readonly StandingAlert[] = [],
  paused?: FeedStanding['paused'],
): Message {
  const what = `${brief(project.name, 'project')} ${kind}`;
  const reason = (Object.hasOwn(WHY, why) && WHY[why]) || why.replaceAll('_', ' ');
  const pause = paused && pauseWords(paused);
  const said = `would post nothing now: ${reason}.`;
  const beside = `Without the pause it ${said}`;
  return {
    text: fallback(pause ? `${what} is paused: nothing is posted now.` : `${what} ${said}`, [
      ...(pause ? [`It is ${pause.spoken} ${beside}`] : []),
      ...alerts.map((one) => [openWords(one), mutedWords(one)?.spoken].filter(Boolean).join(' ')),
    ]),
    blocks: list(
      pause ? mrkdwn`*${what}* is ${pause.shown} ${beside}` : mrkdwn`*${what}* ${said}`,
      alerts.map((one) => mrkdwn`• ${joined([openWords(one), mutedWords(one)?.shown], ' ')}`),
    ),
  };
}

/** "A37 (visibility score) is open since Wed 18 Nov: a change of it would be told in its message." */
function openWords({ handle = 'An alert', alert }: StandingAlert): string {
  const which = `${handle} (${figureNamed(alert)})`;
  if (alert.alert?.status !== 'open') return `${which} is over.`;
  return `${which} is open since ${dayName(beganOn(alert.alert))}: a change of it would be told in its message.`;
}

function mutedWords({ muted }: StandingAlert): { shown: Mrkdwn; spoken: string } | undefined {
  if (!muted) return undefined;
  const { shown, spoken } = mutedInWords(muted, 'it');
  const meanwhile = 'no new alert comes meanwhile.';
  return {
    shown: mrkdwn`It is muted ${shown}: ${meanwhile}`,
    spoken: `It is muted ${spoken}: ${meanwhile}`,
  };
}

function withoutButton(block: MessageBlock): MessageBlock {
  if (block.type !== 'section') return block;
  const { accessory: _accessory, ...rest } = block;
  return rest;
}
