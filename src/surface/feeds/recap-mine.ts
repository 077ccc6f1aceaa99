/** My figures on a recap: what the person who asks did in its time, shown to nobody else. */
import { z } from 'zod';
import { ACTIONS } from '../../messages/actions.ts';
import { myFiguresAnswer } from '../../messages/feeds/recap.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { figuresOf, recapBegins } from '../../rules/recap.ts';
import { leadStories } from '../../store/lead-stories.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import type { Action } from '../request.ts';

/** What the button carries; times epoch ms. */
const Carried = z.object({ project: z.string(), from: z.number(), to: z.number() });

export const recapMine: Action = {
  id: ACTIONS.recapMine,
  async run(request, deps) {
    const { project: id, from, to } = carried(Carried, request.value);
    const project = requireVisible(id, request, deps);
    const since = Math.min(from, recapBegins({ from, to }));
    const stories = await leadStories(deps.db, { team: request.installation.team, projectId: id, since });
    const timezone = timezoneOf(deps.projects(), project);
    const figures = figuresOf(request.person, stories, { from, to });
    return { message: myFiguresAnswer(project, figures, { from, to, timezone }) };
  },
};
