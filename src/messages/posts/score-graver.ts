/** Draws the one line in the thread of a score alert that became grave after its message was posted: an edit calls nobody. */
import type { GraverAlert, Standing } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, user } from '../../slack/text.ts';
import { figureNamed } from '../alert-lines.ts';
import { dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { handleOf } from '../handle.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { METRIC_WORDS, moveOf, sizeOf } from '../metric-words.ts';

/**
 * "A37 is now well outside normal: Acme visibility score fell 14.1 points from its level of 61.2, to 47.1 on Fri 20 Nov.
 * @Ana": its message compares with the day before the change, which is days ago now.
 */
export function scoreGraverMessage(graver: GraverAlert, standing: Pick<Standing, 'handles'>): Message {
  const { project, key, alert, mention } = graver;
  const { metric, lead, sureness, day } = alert;
  const which = handleOf(standing, key) ?? 'This alert';
  const scale = METRIC_WORDS[metric].scale([lead.base, lead.value]);
  const size = sizeOf(metric, scale, scale.change(lead.base, lead.value));
  const levels = `from its level of ${scale.level(lead.base)}, to ${scale.level(lead.value)} on ${dayName(day)}`;
  const state = `${which} is now ${sureness ?? 'further away'}`;
  const what = `${brief(project.name, 'project')} ${figureNamed(graver)} ${moveOf(metric, lead.delta)} ${size}`;
  const called = mention.map(user);
  return {
    text: [fallback(`${state}: ${what}.`, [`That is ${levels}.`]), ...called].join('\n'),
    blocks: [section(joined([mrkdwn`*${state}:* ${what} ${levels}.`, ...called], ' '))],
  };
}
