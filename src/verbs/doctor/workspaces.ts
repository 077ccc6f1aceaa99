/** The workspaces that the bot is in, each with its projects as the file and the people there say them. */
import type { Config } from '../../config.ts';
import type { ApiKeys } from '../../projects/api-keys.ts';
import { findStrays } from '../../projects/file-check.ts';
import { withMade } from '../../projects/made.ts';
import type { Projects } from '../../projects/projects.ts';
import type { Vault } from '../../secrets.ts';
import { storedInstallations } from '../../store/installations.ts';
import { madeIn } from '../../store/made.ts';
import type { Db } from '../../store/schema.ts';
import { type Noted, skipped, trouble } from './report.ts';
import type { SlackDoctor, Workspace } from './slack.ts';

export type WorkspacesDeps = {
  config: Pick<Config, 'slack'>;
  file: Projects;
  /** Missing where the store could not be opened. */
  db: Db | undefined;
  vault: Vault | undefined;
  keys: ApiKeys;
  secrets: Set<string>;
  slack: SlackDoctor;
};

/** One of each; where it cannot be told which there are, one that has what the file says. */
export async function workspaces(deps: WorkspacesDeps): Promise<Workspace[]> {
  const { config, file, db, vault, secrets } = deps;
  if (config.slack.mode !== 'oauth') {
    const only = await workspace(config.slack.botToken, 'SLACK_BOT_TOKEN', deps);
    const { team } = only;
    if (team === undefined) return [only];
    return [only, ...others(file, [team], ofAnother(team))];
  }
  if (!db || !vault) return [{ projects: file, noted: [none('which there are stands in the store')] }];
  const { installations, unreadable } = await storedInstallations(db, vault);
  if (installations.length + unreadable.length === 0) {
    return [{ projects: file, noted: [none('none has installed the bot yet: open /slack/install')] }];
  }
  for (const { token } of installations) secrets.add(token);
  const lost = unreadable.map(({ team, why }): Workspace => {
    const sentence = `The token of ${team} cannot be read. ${why}`;
    const mend = 'Install the bot there again, at /slack/install.';
    return {
      projects: { ...file, projects: [] },
      noted: [trouble('fault', 'Slack', { what: 'token', sentence, mend })],
    };
  });
  const found: Workspace[] = [];
  for (const { team, token } of installations)
    found.push(await workspace(token, `the token of ${team}`, deps));
  const teams = [...installations, ...unreadable].map(({ team }) => team);
  return [...found, ...lost, ...others(file, teams, NOT_INSTALLED)];
}

async function workspace(token: string, tokenName: string, deps: WorkspacesDeps): Promise<Workspace> {
  const { file, slack, db } = deps;
  const client = slack.clientOf(token);
  const { who, noted } = await slack.token(client, tokenName);
  if (!who) return { projects: file, noted };
  const nothing = { team: who.team, projects: [], feeds: [] };
  const projects = withMade(file, db ? await madeIn(who.team, { ...deps, db }) : nothing);
  return { team: who.team, projects, slack: { client, ...who }, noted };
}

/** Why a project of such a workspace is nowhere, and what to do besides correcting the file. */
type Why = (workspace: string) => { because: string; mend: string };

const ofAnother =
  (team: string): Why =>
  (workspace) => ({
    because: `which SLACK_BOT_TOKEN does not open: it opens ${team}`,
    mend: `or put the bot token of ${workspace} into SLACK_BOT_TOKEN`,
  });

const NOT_INSTALLED: Why = (workspace) => ({
  because: 'in which the bot is not installed',
  mend: `or install the bot in ${workspace}, at /slack/install`,
});

/** Those that the file names and the bot is not in: of their projects it would never say a word. */
function others(file: Projects, teams: readonly string[], why: Why): Workspace[] {
  return findStrays(file, teams).map(({ workspace, names }) => {
    const [all, { because, mend }] = [LIST.format(names), why(workspace)];
    const belong = names.length === 1 ? 'belongs' : 'belong';
    const noted = trouble('fault', 'Slack', {
      what: 'workspace',
      sentence: `${all} ${belong} to the workspace ${workspace}, ${because}. So nothing of ${all} is posted or shown.`,
      mend: `Correct \`workspace\` of ${all} in projects.yml, ${mend}.`,
    });
    const projects = file.projects.filter((project) => project.workspace === workspace);
    return { team: workspace, isElsewhere: true, projects: { ...file, projects }, noted: [noted] };
  });
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

function none(why: string): Noted {
  return { look: skipped('workspaces', why) };
}
