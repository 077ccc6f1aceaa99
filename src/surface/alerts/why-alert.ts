/** Why a score alert came, from what its channels were told of it. */
import { whyAlertAnswer } from '../../messages/answers/why-alert.ts';
import type { Project } from '../../projects/projects.ts';
import type { Message } from '../../slack/blocks.ts';
import { keptAlert } from '../../store/alerts.ts';
import { handlesOf } from '../../store/handles.ts';
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
): Promise<Message> {
  const { db, clock } = deps;
  const { team } = asker.installation;
  const channels = await channelsSeen(project, asker, deps);
  for (const channel of channels) {
    const { news, muted } = (await keptAlert(db, { team, channel, key })) ?? {};
    if (news?.kind !== 'score_alert' || news.project.id !== project.id) continue;
    const { toldIn = '' } = news;
    const handles = await handlesOf(db, team, [key, toldIn]);
    return whyAlertAnswer({
      project,
      alert: news,
      handle: handles[key] ?? '',
      muted,
      minChange: alertSettings(project, channel, deps).minChange,
      posts: await postsSeen(db, team, key, channels),
      toldIn: handles[toldIn],
      now: clock.now(),
    });
  }
  throw new Refused({
    sentence: `No channel of yours was told of such an alert of ${project.name}.`,
    example: '/visibility scores',
  });
}
