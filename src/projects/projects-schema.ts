/** What projects.yml may say: a table of every key, its default, and the words for what is wrong with its value. */
import { z } from 'zod';
import { MOST_NAMED, USUAL_LIMIT } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { findNearest } from '../words/nearest.ts';
import { isTimezone, nearestTimezone, quietFault, scheduleFault } from '../words/schedule-words.ts';

/** A text of certain letters; a number or anything else in its place is told what it should be. */
const spelt = (pattern: RegExp, said: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? undefined : said) })
    .regex(pattern, said);
const channelId = spelt(/^[CG][A-Z0-9]{2,}$/, 'must be a channel id such as C0123ABCD (not a #name)');
const personId = spelt(/^[UWS][A-Z0-9]{2,}$/, 'must be a user or user-group id such as U0123ABCD');
const userId = spelt(/^[UW][A-Z0-9]{2,}$/, 'must be a user id such as U0123ABCD');

/** So narrow that hardly any key passes for a name: what passes is said aloud when the variable is missing. */
const variable = spelt(
  /^[A-Z_][A-Z0-9_]{0,63}$/,
  'must be the name of a variable, such as ACME_KEY; the key itself belongs into the environment',
);

const timezone = z.string().refine(isTimezone, {
  error: ({ input }) => {
    const near = nearestTimezone(String(input));
    return near ? `is no timezone; perhaps ${near} is meant` : 'must be a timezone such as Europe/Berlin';
  },
});

const schedule = z.string().refine((words) => scheduleFault(words) === undefined, {
  error: ({ input }) => scheduleFault(String(input)),
});

const quiet = z.string().refine((words) => quietFault(words) === undefined, {
  error: ({ input }) => quietFault(String(input)),
});

const duration = z
  .string()
  .regex(/^\d+[dh]$/, 'must be days or hours, such as 14d or 36h')
  .transform((text) => Number.parseInt(text, 10) * (text.endsWith('d') ? DAY_MS : DAY_MS / 24));

/** How long something is kept, `usual` where nothing is said. */
const kept = (usual: string, leastDays: number) =>
  duration
    .refine(
      (ms) => ms >= leastDays * DAY_MS,
      `must be at least ${leastDays}d: what is younger is still asked for`,
    )
    .prefault(usual);

const who = z.union([z.enum(['members', 'admins']), z.array(personId)], {
  error: 'must be members, admins, or a list of user and user-group ids',
});

const PROJECT = 'project_id';
/** What is filled into the path of an unlisted operation; without the last nobody could tell which suggestion is meant. */
const FILLED_IN = [PROJECT, 'suggestion_id'] as const;

const unlistedOperation = z
  .string()
  .regex(/^(POST|PUT|PATCH) \/[\w{}/.-]+$/, {
    error: 'must be a method and a path, such as "POST /projects/{project_id}/…"',
    abort: true,
  })
  .refine((operation) => pathFault(operation) === undefined, {
    error: ({ input }) => pathFault(String(input)),
  });

function pathFault(operation: string): string | undefined {
  const unknown = unknownIn(operation, FILLED_IN);
  if (unknown !== undefined) {
    const near = findNearest(unknown, FILLED_IN);
    const hint = near ? `perhaps {${near}} is meant` : `{${FILLED_IN.join('} and {')}} are`;
    return `has {${unknown}} in its path, which is not known; ${hint}`;
  }
  if (hasHalfBrace(operation)) return 'has a brace in its path that has no other half';
  const needed = `{${FILLED_IN.at(-1)}}`;
  return operation.includes(needed) ? undefined : `must have ${needed} in its path, in place of the id`;
}

const dashboardUrl = z
  .string()
  .regex(/^https?:\/\//, { error: 'must begin with https://', abort: true })
  .refine((url) => urlFault(url) === undefined, { error: ({ input }) => urlFault(String(input)) });

function urlFault(url: string): string | undefined {
  const unknown = unknownIn(url, [PROJECT]);
  if (unknown !== undefined) return `has {${unknown}} in it, which is not known; {${PROJECT}} is`;
  return hasHalfBrace(url) ? 'has a brace in it that has no other half' : undefined;
}

/** The first name between braces that nothing is filled in for. */
function unknownIn(text: string, filledIn: readonly string[]): string | undefined {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  return names.find((name) => !filledIn.includes(name));
}

function hasHalfBrace(text: string): boolean {
  return /[{}]/.test(text.replaceAll(/\{\w+\}/g, ''));
}

/** Points by which a score has to change before it is told, where a feed does not say. */
export const USUAL_MIN_CHANGE = 5;

const feed = {
  channel: channelId,
  schedule,
  timezone: timezone.optional(),
  /** Hours, in the feed's timezone, in which nothing is posted but the gravest alerts; the rest comes at their end. */
  quiet: quiet.optional(),
};

/** One project as the file says it. What is made in Slack is checked by the same rules. */
export const Project = z.strictObject({
  id: z.guid('must be the project_id of the API, a UUID'),
  name: z.string().min(1).max(60),
  workspace: z
    .string()
    .regex(/^T[A-Z0-9]{2,}$/, 'must be a workspace id such as T0123ABCD')
    .optional(),
  api_key_env: variable.optional(),
  visible_in: z.array(channelId).optional(),
  leads: z
    .strictObject({
      ...feed,
      limit: z
        .int()
        .min(1)
        .max(50, 'must be at most 50, for more do not fit into a message')
        .default(USUAL_LIMIT),
      min_score: z.number().optional(),
      /** What is older is nobody's next task. */
      max_age: duration.prefault('14d'),
      places: z.strictObject({ never: z.array(z.string()) }).optional(),
      words: z.strictObject({ never: z.array(z.string()) }).optional(),
      /** Whether a digest ends with the threads that AI engines cite already. */
      warm_leads: z.boolean().default(false),
      post_empty: z.boolean().default(false),
    })
    .optional(),
  scores: z
    .strictObject({
      ...feed,
      min_change: z.number().positive().default(USUAL_MIN_CHANGE),
      /** Ids of the people who are named in an alert. */
      mention: z.array(userId).max(MOST_NAMED, `must be at most ${MOST_NAMED} people`).default([]),
    })
    .optional(),
  suggestions: z.strictObject(feed).optional(),
  recap: z
    .strictObject({
      ...feed,
      /** Whether the channel sees who claimed and replied how often. Everybody sees their own figures. */
      by_person: z.boolean().default(false),
    })
    .optional(),
});

/** The file as people write it. Its JSON Schema is projects.schema.json, made by `npm run docs`. */
export const ProjectsFile = z.strictObject({
  /** Ids of the people who are told when something breaks that only they can mend. */
  owners: z.array(userId).default([]),
  /** The channel that is told as the owners are. */
  ops_channel: channelId.optional(),
  /** What becomes of a post of which nobody can tell whether Slack has it: held, or sent again at the risk of two. */
  on_unclear: z.enum(['hold', 'resend'], { error: 'must be hold or resend' }).default('hold'),
  permissions: z
    .strictObject({
      leads: who.default('members'),
      prompts: who.default('members'),
      configure: who.default('admins'),
    })
    .prefault({}),
  api: z
    .strictObject({
      /** How several engines or regions are named in one request: as a repeated parameter, or with commas in one. */
      id_lists: z.enum(['repeat', 'comma'], { error: 'must be repeat or comma' }).optional(),
      /** A file that `npm run learn -- --out` wrote, corrected: what it says of the API is believed first. */
      profile: z.string().min(1).optional(),
      /** The API's own description (OpenAPI): a file, or an address where it does not lie beside the API. */
      openapi: z.string().min(1).optional(),
    })
    .prefault({}),
  /** How long the store keeps what is over. Daily scores stay for ever, and whatever something open still refers to. */
  keep: z
    .strictObject({
      /** When feeds were due, and what came of it. */
      slots: kept('30d', 7),
      /** Posts: their buttons work for so long. */
      deliveries: kept('400d', 60),
      audit: kept('400d', 60),
      /** Leads that the API lists no more, from then on; one that comes back later is new. */
      announced: kept('400d', 60),
    })
    .prefault({}),
  dashboard_url: dashboardUrl.optional(),
  defaults: z.strictObject({ timezone: timezone.default('UTC') }).prefault({}),
  unlisted: z
    .strictObject({
      accept_segment_suggestion: unlistedOperation.optional(),
      dismiss_segment_suggestion: unlistedOperation.optional(),
    })
    .prefault({}),
  /** May be empty only where projects can be connected in Slack. */
  projects: z.array(Project).default([]),
});

export type Who = z.output<typeof who>;
type ProjectEntry = z.output<typeof Project>;
/** A feed that was made in Slack, as the file would say it; `revision` grows with every change. */
export type MadeFeed = Omit<ProjectEntry, 'id' | 'name' | 'workspace' | 'api_key_env' | 'visible_in'> & {
  revision: number;
};
/** A project with what the file says of it, and beside that what was made in Slack. */
export type Project = ProjectEntry & {
  /** By the defaults of its file; one that was connected in Slack has none. */
  timezone?: string;
  /** True of one that was itself connected in Slack. */
  connected?: true;
  made?: readonly MadeFeed[];
};
export type Projects = Omit<z.output<typeof ProjectsFile>, 'projects'> & { projects: readonly Project[] };
