/** Every operation of the reference API. A new one is a value in its resource's file. */
import type { Route } from '../route.ts';
import { communityRoutes } from './community.ts';
import { competitorRoutes } from './competitors.ts';
import { evidenceRoutes } from './evidence.ts';
import { promptFigureRoutes, scoreRoutes } from './prompt-figures.ts';
import { promptRoutes } from './prompts.ts';
import { runRoutes } from './runs.ts';
import { segmentRoutes, suggestionRoutes } from './segments.ts';
import { topicRoutes } from './topics.ts';
import { trackingRoutes } from './tracking.ts';

export const routes: readonly Route[] = [
  ...trackingRoutes,
  ...communityRoutes,
  ...scoreRoutes,
  ...topicRoutes,
  ...competitorRoutes,
  ...evidenceRoutes,
  ...promptRoutes,
  ...promptFigureRoutes,
  ...runRoutes,
  ...suggestionRoutes,
  ...segmentRoutes,
];
