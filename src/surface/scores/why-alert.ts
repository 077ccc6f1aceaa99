/** Why a score alert came, from what its channels were told of it. */
import type { Page } from '../../messages/page.ts';
import { whyAlertAnswer } from '../../messages/scores/why-alert.ts';
import type { Project } from '../../projects/projects.ts';
import { alertLimit } from '../../rules/alert-band.ts';
import { muteAt } from '../../rules/alert-tell.ts';
import { keptAlert } from '../../store/alerts.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { handlesOf } from '../../store/handles.ts';
import { nowhereTold } from '../nowhere-told.ts';
import { postsSeen } from '../posts-seen.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { channelsSeen } from '../seen-by.ts';
import { alertSettings } from './clicked-alert.ts';

/** @throws Refused where no channel that the asker may read of was told of such an alert of the project. */
export async function whyAlert(
  key: string,
  project: Project,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Page> {
  const { db, clock } = deps;
  const { team } = asker.installation;
  const channels = await channelsSeen(project, asker, deps);
  for (const channel of channels) {
    const { news, muted } = (await keptAlert(db, { team, channel, key })) ?? {};
    if (news?.kind !== 'score_alert' || news.project.id !== project.id) continue;
    const { toldIn = '' } = news;
    const handles = await handlesOf(db, team, [key, toldIn]);
    const { minChange } = alertSettings(project, channel, deps);
    const posts = await postsSeen(db, team, key, channels);
    const post = posts.find((one) => one.channel === channel);
    const first = post && decisionOf(post);
    return whyAlertAnswer({
      project,
      alert: news,
      first: first?.kind === 'score_alert' ? first : news,
      handle: handles[key] ?? '',
      muted: muteAt(news, muted, clock.now()),
      minChange,
      limit: alertLimit(news, minChange),
      posts,
      toldIn: handles[toldIn],
      now: clock.now(),
    });
  }
  throw new Refused({
    sentence: await nowhereTold('alert', project, asker, deps),
    example: '/visibility scores',
  });
}
