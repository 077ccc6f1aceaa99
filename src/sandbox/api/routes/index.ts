/** Every operation of the reference API. To add one, define it in its resource's file. */
import type { Route } from '../route.ts';
import { communityRoutes, evidenceRoutes } from './evidence.ts';
import { promptFigureRoutes, scoreRoutes, topicRoutes } from './figures.ts';
import { promptRoutes, trackingRoutes } from './prompts.ts';
import { runRoutes } from './runs.ts';
import { segmentRoutes, suggestionRoutes } from './segments.ts';

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
