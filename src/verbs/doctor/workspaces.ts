/** Finds the bot's workspaces, each with its projects from projects.yml and those connected in Slack. */
import type { Config } from '../../config.ts';
import { type ApiKeys, findNotInstalled } from '../../projects/api-keys.ts';
import type { Projects } from '../../projects/projects.ts';
import { withMade } from '../../projects/projects-source.ts';
import type { Vault } from '../../secrets.ts';
import type { Db } from '../../store/schema.ts';
import { readStoredInstallations } from '../../store/sealed.ts';
import { loadMade } from '../../store/setup.ts';
import { type LookResult, skipped, trouble } from './report.ts';
import type { SlackDoctor, Workspace } from './slack.ts';

export type WorkspacesDeps = {
  config: Pick<Config, 'slack'>;
  file: Projects;
  /** Undefined if the store couldn't be opened. */
  db: Db | undefined;
  vault: Vault | undefined;
  keys: ApiKeys;
  secrets: Set<string>;
  slack: SlackDoctor;
};

/** If the workspaces aren't known, a single one with all projects of the file. */
export async function findWorkspaces(deps: WorkspacesDeps): Promise<Workspace[]> {
  const { config, file, db, vault, secrets } = deps;
  if (config.slack.mode !== 'oauth') {
    const only = await readWorkspace(config.slack.botToken, 'SLACK_BOT_TOKEN', deps);
    const { team } = only;
    if (team === undefined) return [only];
    return [only, ...listOtherWorkspaces(file, [team], notOfToken(team))];
  }
  if (!db || !vault)
    return [{ projects: file, results: [unknown('the list is in the store, which couldn’t be opened')] }];
  const { installations, unreadable } = await readStoredInstallations(db, vault);
  if (installations.length + unreadable.length === 0) {
    return [
      { projects: file, results: [unknown('the bot isn’t installed anywhere yet: open /slack/install')] },
    ];
  }
  for (const { token } of installations) secrets.add(token);
  const lost = unreadable.map(({ team, why }): Workspace => {
    const sentence = `The token of ${team} can’t be read. ${why}`;
    const mend = 'Install the bot there again, at /slack/install.';
    return {
      projects: { ...file, projects: [] },
      results: [trouble('fault', 'Slack', { what: 'token', sentence, mend })],
    };
  });
  const found: Workspace[] = [];
  for (const { team, token } of installations)
    found.push(await readWorkspace(token, `the token of ${team}`, deps));
  const teams = [...installations, ...unreadable].map(({ team }) => team);
  return [...found, ...lost, ...listOtherWorkspaces(file, teams, NOT_INSTALLED)];
}

async function readWorkspace(token: string, tokenName: string, deps: WorkspacesDeps): Promise<Workspace> {
  const { file, slack, db } = deps;
  const client = slack.clientOf(token);
  const { who, results } = await slack.lookAtToken(client, tokenName);
  if (!who) return { projects: file, results };
  const nothing = { team: who.team, projects: [], feeds: [] };
  const projects = withMade(file, db ? await loadMade(who.team, { ...deps, db }) : nothing);
  return { team: who.team, projects, slack: { client, ...who }, results };
}

/** Why the bot isn't in a workspace, and how to change that. */
type Why = (workspace: string) => { but: string; mend: string };

const notOfToken =
  (team: string): Why =>
  (workspace) => ({
    but: `SLACK_BOT_TOKEN is from ${team}`,
    mend: `set SLACK_BOT_TOKEN to the bot token of ${workspace}`,
  });

const NOT_INSTALLED: Why = (workspace) => ({
  but: 'the bot isn’t installed there',
  mend: `install the bot in ${workspace}, at /slack/install`,
});

/** Workspaces that the file names but the bot isn't in. Nothing of their projects would ever be posted. */
function listOtherWorkspaces(file: Projects, teams: readonly string[], why: Why): Workspace[] {
  return findNotInstalled(file, teams).map(({ workspace, names }) => {
    const { but, mend } = why(workspace);
    const [verb, them] = names.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
    const result = trouble('fault', 'Slack', {
      what: 'workspace',
      sentence: `${LIST.format(names)} ${verb} to the workspace ${workspace}, but ${but}. Nothing about ${them} is posted or shown.`,
      mend: `Correct \`workspace\` of ${LIST.format(names)} in projects.yml, or ${mend}.`,
    });
    const projects = file.projects.filter((project) => project.workspace === workspace);
    return { team: workspace, isElsewhere: true, projects: { ...file, projects }, results: [result] };
  });
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

function unknown(why: string): LookResult {
  return { look: skipped('workspaces', why) };
}
