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

/** "A37 is now well outside normal: Acme visibility score fell 14.1 points, 61.2 → 47.1 on Fri 20 Nov. @Ana" */
export function scoreGraverMessage(graver: GraverAlert, standing: Pick<Standing, 'handles'>): Message {
  const { project, key, alert, mention } = graver;
  const { metric, lead, sureness, day } = alert;
  const which = handleOf(standing, key) ?? 'This alert';
  const scale = METRIC_WORDS[metric].scale([lead.base, lead.value]);
  const size = sizeOf(metric, scale, scale.change(lead.base, lead.value));
  const levels = `${scale.level(lead.base)} → ${scale.level(lead.value)}`;
  const state = `${which} is now ${sureness ?? 'further away'}`;
  const what = `${brief(project.name, 'project')} ${figureNamed(graver)} ${moveOf(metric, lead.delta)} ${size}`;
  const called = mention.map(user);
  return {
    text: [fallback(`${state}: ${what}.`, [`${levels} on ${dayName(day)}.`]), ...called].join('\n'),
    blocks: [section(joined([mrkdwn`*${state}:* ${what}, ${levels} on ${dayName(day)}.`, ...called], ' '))],
  };
}
