/** The result of every tool, for programs: the same facts as its text. What isn't known is left out; nothing stands for it. */
import { z } from 'zod';

const Figure = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  day: z.string().optional().describe('YYYY-MM-DD'),
  answers: z.number().optional().describe('how many answers it was made from'),
  since: z.string().optional().describe('the day it’s compared with'),
  change: z.number().optional().describe('since then, where both can be compared'),
  comparable: z.boolean().optional().describe('whether both days were measured alike'),
  verdict: z.string().optional().describe('whether the change is noise: "normal", or how sure it is'),
});

/** Described apart, for with one list of types some clients refuse the tool. */
const Value = z.union([z.string(), z.number(), z.null().describe('not given by the API')]);

const Table = z.object({
  heading: z.string().optional(),
  columns: z.array(z.string()),
  rows: z.array(z.array(Value)),
});

export const Result = z.object({
  project: z.object({ id: z.string(), name: z.string() }).optional(),
  reading: z.string().optional().describe('how the question was understood'),
  verdict: z.string().optional(),
  figures: z.array(Figure),
  tables: z.array(Table),
  lines: z.array(z.string()),
  sources: z.array(z.string()).describe('links'),
  emptyBecause: z.string().optional().describe('why there is nothing'),
  nextCursor: z.string().optional().describe('call again with this cursor for the rest'),
});
export type Result = z.infer<typeof Result>;
