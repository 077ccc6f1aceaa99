/** Draws a score alert: what changed and how sure that is, which engines moved, a chart. */
import type { EngineChange, ScoreAlert, Standing } from '../decision.ts';
import type { Message, MessageBlock } from '../slack/blocks.ts';
import { joined, mrkdwn } from '../slack/text.ts';
import { dayBeside, dayName } from './days.ts';
import { fallback } from './fallback.ts';
import { figure, type Scale, scaleOf } from './figures.ts';
import { handleOf } from './handle.ts';
import { section } from './layout.ts';
import { brief } from './lengths.ts';
import { chartInWords, missingDays, scoreChart, sparkline } from './score-chart.ts';

/** Engines named in one line; the others are counted. */
const ENGINES_SHOWN = 8;

export function scoreAlertMessage(alert: ScoreAlert, standing: Standing): Message {
  const { project, day, previousDay, score, previousScore, series } = alert;
  const name = brief(project.name, 'project');
  const scale = scaleOf([score, previousScore]);
  const move = score < previousScore ? 'fell' : 'rose';
  const change = `${scale.size(scale.change(previousScore, score))} points`;
  const levels = `${scale.level(previousScore)} → ${scale.level(score)}`;
  const handle = handleOf(standing, alert.key);

  const what = joined([mrkdwn`*${name} visibility score ${move} ${change}: ${levels}*`, handle], ' · ');
  const against = `${dayName(day)} (complete) against ${dayBeside(previousDay, day)} · ${howSure(alert, scale)}`;
  const engines = `Engines: ${enginesLine(alert, scale).join(' · ')}`;
  const gaps = missingDays(series);
  const blocks: MessageBlock[] = [
    section(joined([what, against], '\n')),
    section(joined([engines, gaps], '\n')),
  ];
  const chart = scoreChart(name, series, alert.usual);
  return {
    text: fallback(
      `${name} visibility score ${move} ${change} to ${scale.level(score)} on ${dayName(day)}${spokenSureness(alert)}.`,
      [
        `${scale.level(previousScore)} on ${dayName(previousDay)}, ${scale.level(score)} on ${dayName(day)}: ${howSure(alert, scale)}.`,
        `Engines: ${enginesLine(alert, scale).join('; ')}.`,
        `${chartInWords(series)}.${gaps ? ` ${gaps}` : ''}`,
      ],
    ),
    blocks: chart ? [...blocks, chart] : blocks,
    plainBlocks: [...blocks, section(mrkdwn`\`${sparkline(series)}\` ${chartInWords(series)}`)],
  };
}

function howSure({ usual, sureness }: ScoreAlert, scale: Scale): string {
  if (!usual) return 'too few days to know what is normal';
  const range = `${scale.level(usual.low)} to ${scale.level(usual.high)}`;
  return sureness ? `${sureness} (usual range ${range})` : `within the usual range (${range})`;
}

function spokenSureness({ usual, sureness }: ScoreAlert): string {
  return sureness ? `, ${sureness}` : usual ? ', within its usual range' : '';
}

function enginesLine({ engines }: ScoreAlert, scale: Scale): string[] {
  if (engines.length === 0) return ['the API gave no figures by engine'];
  const others = engines.length - ENGINES_SHOWN;
  const shown = engines.slice(0, ENGINES_SHOWN).map((engine) => engineChange(engine, scale));
  return others > 0 ? [...shown, `${figure(others)} more not shown`] : shown;
}

function engineChange({ engine, score, change, normal }: EngineChange, scale: Scale): string {
  const name = brief(engine, 'place');
  if (score === undefined) return `${name} no data`;
  if (change === undefined) return `${name} nothing to compare with`;
  return `${name} ${scale.signed(change)}${normal ? ', normal' : ''}`;
}
