/** Draws what the owners are told of a trouble that only they can mend. */
import type { ApiTrouble, Standing } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { besideSlacks, MEND_CLOCK } from '../clock-words.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { overInWords, troubleSentence } from '../trouble-words.ts';

export function apiTroubleMessage(trouble: ApiTrouble, { overSince }: Standing): Message {
  const { reason, since } = trouble;
  const said = troubleSentence(reason);
  const over = overSince === undefined ? undefined : overInWords(overSince, since);
  const end = over ? mrkdwn`*${over.shown}.*` : remedy(trouble);
  return {
    text: fallback(`${said} since ${utcMoment(since)}.`, [over ? `${over.spoken}.` : remedy(trouble)]),
    blocks: [section(joined([mrkdwn`*${said}* since ${moment(since)}.`, end], ' '))],
  };
}

function remedy({ reason, keyName, project, aheadMs }: ApiTrouble): string {
  const name = brief(project.name, 'project');
  if (reason === 'clock_skew') return `It is ${besideSlacks(aheadMs ?? 0)}. ${MEND_CLOCK}`;
  if (reason === 'key_refused') {
    const mend = keyName.startsWith('the key given')
      ? 'Connect the project again with a valid key: /visibility connect.'
      : 'Put a valid key there and restart Sightline.';
    return `Projects that use ${brief(keyName, 'name')} are not polled meanwhile; it is tried again every ten minutes. ${mend}`;
  }
  if (reason === 'quota')
    return `Projects that use ${brief(keyName, 'name')} get nothing until the quota is renewed or raised; it is tried again on schedule.`;
  if (reason === 'project_unknown')
    return `Check the id of ${name} in projects.yml; it is tried again on schedule.`;
  return 'It is tried again on schedule.';
}
