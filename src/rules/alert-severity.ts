/** Who is called by an alert: only the gravest ones mention people, once for each message, and only those that the feed names. */
import {
  type AlertNews,
  type ChangeAlert,
  type GraverAlert,
  type ScoreAlert,
  SURENESS,
} from '../decision.ts';

/** The highest severity. */
export function isSevere({ sureness }: Pick<ChangeAlert, 'sureness'>): boolean {
  return sureness === SURENESS[0]?.phrase;
}

/** Whether a new message tells something grave: its own alert, or one of `changed` that it tells too. */
export function tellsGrave(posted: AlertNews, changed: readonly AlertNews[]): boolean {
  return [posted, ...changed].some((news) => headOf(news) === posted.key && isGraveNow(news));
}

/** `posted` with the people whom each calls. */
export function withMentions(
  posted: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): AlertNews[] {
  return posted.map((news) => {
    if (news.kind !== 'score_alert') return news;
    return { ...news, mention: tellsGrave(news, changed) ? mention : [] };
  });
}

/** One for each message that stands and tells something grave only now. `before` is all that the channel was told. */
export function becameGrave(
  before: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): GraverAlert[] {
  const heads = new Set(before.flatMap((news) => headOf(news) ?? []));
  for (const news of before)
    if (news.kind === 'score_alert' && isSevere(news)) heads.delete(headOf(news) ?? '');
  return [...heads].flatMap((key): GraverAlert[] => {
    const grave = changed.find((news): news is ScoreAlert => headOf(news) === key && isGraveNow(news));
    if (!grave?.alert) return [];
    return [{ kind: 'graver_alert', v: 1, project: grave.project, key, alert: grave.alert, mention }];
  });
}

function isGraveNow(news: AlertNews): boolean {
  return news.kind === 'score_alert' && news.alert?.status === 'open' && isSevere(news.alert);
}

/** Key of the alert whose message tells it. */
function headOf(news: AlertNews): string | undefined {
  return news.kind === 'score_alert' ? (news.toldIn ?? news.key) : undefined;
}
