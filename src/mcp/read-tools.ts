/** The tools that read, in the order in which clients list them. */
import {
  getLead,
  listAlerts,
  listProjects,
  readAnswer,
  searchAnswers,
  whatIf,
  why,
} from './command-tools.ts';
import {
  ask,
  compare,
  explainChange,
  getScores,
  getSources,
  getTopic,
  listLeads,
  overview,
} from './plan-tools.ts';
import type { Tool } from './tool.ts';

export const READ_TOOLS: readonly Tool[] = [
  listProjects,
  overview,
  ask,
  getScores,
  explainChange,
  getTopic,
  compare,
  searchAnswers,
  readAnswer,
  getSources,
  listLeads,
  getLead,
  listAlerts,
  why,
  whatIf,
];
