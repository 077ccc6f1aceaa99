/** Every operation of the reference API. A new one is a value in its resource's file. */
import type { Route } from '../route.ts';
import { communityRoutes } from './community.ts';
import { promptRoutes } from './prompts.ts';
import { scoreRoutes } from './scores.ts';
import { segmentRoutes } from './segments.ts';
import { topicRoutes } from './topics.ts';

export const routes: readonly Route[] = [
  ...communityRoutes,
  ...scoreRoutes,
  ...topicRoutes,
  ...promptRoutes,
  ...segmentRoutes,
];
