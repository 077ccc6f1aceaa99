/** The thread under a score alert: every engine's figures, and the 90 days in words where the picture is missing. */
import type { EngineChange, ScoreAlert, Standing } from '../../decision.ts';
import type { Scale } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, type Table } from '../page.ts';
import { beside, bold, capital, lines } from '../text.ts';
import { dayBeside, dayName } from '../times.ts';
import { caveats, metricOf, scaleOfAlert } from './alert-words.ts';
import { measuredLine } from './measured-words.ts';
import { METRIC_WORDS } from './metric-words.ts';
import { sharesNote } from './what-moved.ts';

/** `posted` once it stands in the thread; `altText` says what it shows. */
export type DetailsPicture = { altText: string; posted: boolean };

/** `picture` is missing where no day has a figure. */
export function scoreDetailsMessage(
  alert: ScoreAlert,
  standing: Pick<Standing, 'handles'>,
  picture: DetailsPicture | undefined,
): Page {
  const { by = 'engine', engines, measured, project } = alert;
  const what = `${brief(project.name, 'project')} ${METRIC_WORDS[metricOf(alert)].name} by ${by}`;
  const words = picture ? picture.altText : 'No day has a figure, so there’s no picture.';
  return {
    parts: [
      headline(beside(bold(what), handleOf(standing, alert.key))),
      tableOf(alert),
      note(
        lines(
          engines.length === 0 && `The API gives no figures by ${by}.`,
          measuredLine(measured),
          caveats(alert),
          sharesNote(alert, scaleOfAlert(alert)),
        ),
      ),
      // A picture that stands there says itself what it shows; each sentence is a line, for lines that are heard are short.
      !picture?.posted && note(lines(...words.split(/(?<=[.…]) (?=\p{Lu})/u))),
    ],
  };
}

function tableOf(alert: ScoreAlert): Table {
  const { score, previousScore, usual, engines, measured = [], day, previousDay, by = 'engine' } = alert;
  const { scale: scaleFor, unit } = METRIC_WORDS[metricOf(alert)];
  const figures = [score, previousScore, ...engines.flatMap((engine) => engine.score ?? [])];
  const scale = scaleFor(figures);
  const change = scale.change(previousScore, score);
  const normal = usual !== undefined && score >= usual.low && score <= usual.high;
  const { engine, region } = alert.alert?.lead.scope ?? {};
  // Nobody knows what is normal of an engine that is asked other prompts, or in other regions.
  const isOfOthers = measured.some((one) => one.of !== 'engines' && one.day <= day);
  const known = usual !== undefined && !isOfOthers;
  return {
    kind: 'table',
    columns: [
      { heading: capital(by) },
      { heading: `On ${dayBeside(previousDay, day)}` },
      { heading: `On ${dayName(day)}` },
      { heading: unit === 'percentage points' ? capital(unit) : 'Change' },
      { heading: 'Usual level', align: 'left' },
    ],
    rows: [
      // The figures of a part that leads are its own: it has a row among the parts.
      ...(engine || region
        ? []
        : [cells('All engines', { engine: '', score, change, normal }, scale, usual !== undefined)]),
      ...engines.map((one) => cells(brief(one.engine, 'place') || 'Unnamed engine', one, scale, known)),
    ],
  };
}

/** `known`: it is known what is normal. */
function cells(
  name: string,
  { score, change, normal }: EngineChange,
  scale: Scale,
  known: boolean,
): string[] {
  const isComparable = score !== undefined && change !== undefined;
  return [
    name,
    isComparable ? scale.level(score - change) : 'no data',
    score === undefined ? 'no data' : scale.level(score),
    isComparable ? scale.signed(scale.change(score - change, score)) : 'not known',
    isComparable && known ? (normal ? 'yes' : 'no') : 'not known',
  ];
}
