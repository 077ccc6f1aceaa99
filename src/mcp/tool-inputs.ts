/** What the tools take in common: projects, names and days as people write them. */
import { z } from 'zod';

export const Name = (about: string) => z.string().trim().min(1).max(200).describe(about);

export const Project = Name('Name or id; may be left out where there is one').optional();

/** Of what figures are narrowed to. */
export const WHERE = {
  engine: Name('As in “Gemini”; several with commas').optional(),
  region: Name('Name or code; several with commas').optional(),
};

export const Topic = Name('A topic’s name').optional();
export const Prompt = Name('Words of a tracked prompt').optional();

const Day = (about: string) =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, 'Give a day as YYYY-MM-DD, such as 2026-11-20.')
    .refine((day) => z.iso.date().safeParse(day).success, 'There is no such day.')
    .optional()
    .describe(`${about}, YYYY-MM-DD`);

export const DAYS = { from: Day('First day'), to: Day('Last day') };

export const Metric = z.enum(['score', 'mention_rate', 'rank', 'sentiment']).optional();
export const Limit = z.int().min(1).max(100).optional();
