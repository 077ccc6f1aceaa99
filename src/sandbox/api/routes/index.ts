/** Every operation of the reference API. To add one, define it in its resource's file. */
import type { Route } from '../route.ts';
import { communityRoutes } from './community.ts';
import { evidenceRoutes } from './evidence.ts';
import { promptFigureRoutes, scoreRoutes } from './figures.ts';
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
  ...evidenceRoutes,
  ...promptRoutes,
  ...promptFigureRoutes,
  ...runRoutes,
  ...suggestionRoutes,
  ...segmentRoutes,
];
