/** What the Home tab of one person shows: everything that the store knows, and the scores as far as they were read. */
import type { Home } from '../../messages/home.ts';
import { feedsOf, type Project } from '../../projects.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { figuresOf, recapBegins } from '../../rules/recap.ts';
import { bestOpenLeads } from '../../store/best-leads.ts';
import { giveHandles, handlesOf } from '../../store/handles.ts';
import { citationsOf } from '../../store/lead-citations.ts';
import { leadStories } from '../../store/lead-figures.ts';
import { claimedBy, projectsActedOn } from '../../store/person-leads.ts';
import { recentPosts } from '../../store/recent-posts.ts';
import { standingNow } from '../feeds-of-project.ts';
import { permissionOf } from '../guards.ts';
import type { SurfaceDeps } from '../request.ts';
import type { Reader, Seen } from '../seen-by.ts';
