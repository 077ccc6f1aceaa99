import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { auditPage, auditWords } from '../../../src/messages/projects/audit.ts';
import { beginWrite, countAudits, endInVain, endWrite } from '../../../src/store/audit.ts';
import { updateDelivery } from '../../../src/store/deliveries.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { insertRow } from '../../../src/store/rows.ts';
import { audit, readAuditLines } from '../../../src/surface/projects/audit.ts';
import { projectDisconnect } from '../../../src/surface/projects/connect.ts';
import { heardOf, shownOf } from '../../messages/reading.ts';
import { inTurn, no, ok } from '../../support/slack-server.ts';
import { CHANNEL, HOUR, NINE, queued, TEAM } from '../../support/store-opened.ts';
import { ACME, ACME_FILE, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const WEEKDAYS = { channel: CHANNEL, schedule: 'weekdays at 9:00' };
const FEED = `leads:${ACME}:${CHANNEL}`;
const SCORES = `scores:${ACME}:${CHANNEL}`;
/** A Slack that accepts the message but no file, so the answer holds the file's content. */
const NO_FILES = inTurn(ok({ channel: 'D0ANA', ts: '1.1' }), no('missing_scope'));

/** Ana paused a feed, Ben claimed a lead and proposed a threshold, and Ana paused a feed that was already paused. */
async function audited() {
  const names: Readonly<Record<string, string>> = { U0ANA: 'Ana' };
  const personOf = async (id: string) => {
    if (!names[id]) throw new Error('users.info failed');
    return { ...memberNamed(names[id], id), isAdmin: true };
  };
  const world = await surfaceOver(ACME_FILE, json([]), NO_FILES, { workspace: { personOf } });
  const { db, ask, workspace } = world;
  await giveHandles(db, TEAM, 'L', ['id:1']);
  const write = async (person: string, action: string, subject: string, outcome: string) => {
    const request = `${person} ${action} ${outcome}`;
    await beginWrite(db, TEAM, { request, at: NINE, person, action, projectId: ACME, subject });
    await endWrite(db, TEAM, request, { state: 'done', outcome });
  };
  await write('U0ANA', 'feed.pause', FEED, 'done');
  await write('U0BEN', 'lead.claim', 'id:1', 'claimed');
  await write('U0BEN', 'feed.change', SCORES, 'changes of at least 8 points');
  const again = {
    request: 'again',
    at: NINE,
    person: 'U0ANA',
    action: 'feed.pause',
    projectId: ACME,
    subject: FEED,
  };
  await beginWrite(db, TEAM, again);
  await endInVain(db, TEAM, again.request);
  const lines = await readAuditLines(workspace.projects().projects, { limit: 20, offset: 0 }, ask());
  return { ...world, lines };
}

describe('the audit', () => {
  it('names channels, feeds, projects and leads as people do, without ids', async () => {
    const { lines } = await audited();
    const page = auditPage(lines, lines.length, 'UTC');
    const words = shownOf(page).join('\n');
    expect(words).toMatch(new RegExp(`<@U0ANA> \\*paused a feed\\* · Acme · leads in <#${CHANNEL}>$`, 'm'));
    expect(words).toMatch(/<@U0BEN> \*claimed a lead\* · Acme · L1$/m);
    expect(words).toMatch(
      new RegExp(`\\*changed a feed\\* · Acme · scores in <#${CHANNEL}> · changes of at least 8 points`),
    );
    expect(`${words}${heardOf(page).join()}`).not.toContain(ACME);
    expect(heardOf(page).join()).toContain('<@U0ANA> paused a feed');
  });

  it('says every write in words, without its name in the code', () => {
    const files = readdirSync('src/surface', { recursive: true, encoding: 'utf8' });
    const source = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`src/surface/${file}`, 'utf8'))
      .join('\n');
    const named = [
      ...source.matchAll(/'((?:feed|lead|alert|mute|suggestion|prompt|project|answer)\.[a-z_]+)'/g),
    ].map(([, action = '']) => action);
    const acts = ['claim', 'release', 'reply', 'dismiss', 'snooze', 'reopen', 'outcome'];
    const made = [
      ...acts.map((act) => `lead.${act}`),
      ...['muted', 'declined', 'undone'].map((verb) => `mute.${verb}`),
      ...['accepted', 'dismissed'].map((verb) => `suggestion.${verb}`),
      ...['engines', 'regions'].map((kind) => `${kind}.set`),
    ];
    expect(named).toContain('feed.end');
    expect([...named, ...made].filter((action) => auditWords(action) === action)).toEqual([]);
  });

  it('leaves out and doesn’t count what changed nothing', async () => {
    const { db, lines } = await audited();
    expect(lines.map(({ outcome }) => outcome).sort()).toEqual(['', '', 'changes of at least 8 points']);
    expect(await countAudits(db, TEAM, [ACME])).toBe(3);
  });

  it('says in every channel who disconnected a project', async () => {
    const personOf = async () => expect.fail('Slack does not say');
    const given = { workspace: { personOf } };
    const { ask, workspace, db } = await surfaceOver(ACME_FILE, json([]), NO_FILES, given);
    const [id, name] = ['c0ffee00-1c6f-4e2b-8a05-7d9f6c4e2b18', 'Initech'];
    const made = { made_by: 'U0ANA', made_at: NINE };
    await insertRow(db, 'made_project', { team: TEAM, id, name, channel: 'C0INI', ...made });
    const click = ask({ id: 'click', channel: 'C0INI' });
    const asked = { ...click, value: carry('project', { project: id }), ts: '1.2', isPrivate: true };
    // A project connected elsewhere is known here from the next look.
    await workspace.setup.addFeed(
      TEAM,
      { projectId: ACME, kind: 'leads', settings: WEEKDAYS },
      { by: 'U0ANA', at: NINE },
    );
    await projectDisconnect.run(asked);
    const lines = await readAuditLines(workspace.projects().projects, { limit: 20, offset: 0 }, click);
    expect(lines).toMatchObject([{ action: 'disconnected a project', subject: 'Initech', outcome: '' }]);
    expect(await countAudits(db, TEAM, [ACME])).toBe(1);
  });

  it('shows a removed project only where it posted', async () => {
    const { ask, db } = await audited();
    const [id, name] = ['c0ffee00-1c6f-4e2b-8a05-7d9f6c4e2b18', 'Initech'];
    const tracked = {
      request: 'track',
      at: NINE + HOUR,
      person: 'U0ANA',
      action: 'prompt.track',
      subject: 'k8s',
    };
    await beginWrite(db, TEAM, { ...tracked, projectId: id });
    await endWrite(db, TEAM, 'track', { state: 'done', outcome: 'tracked' });
    for (const [post, channel] of Object.entries({ here: CHANNEL, waits: 'C0ELSE' })) {
      await queued(db, post, {
        channel,
        project_id: id,
        decision: JSON.stringify({ kind: 'lead_digest', v: 1, project: { id, name } }),
      });
    }
    await updateDelivery(db, { team: TEAM, id: 'here' }, ['queued'], { state: 'sent' });
    const askedIn = async (channel: string) => {
      if (audit.scope !== 'anywhere') throw new Error('The audit is asked for anywhere.');
      const answer = await audit.run({
        ...ask({ channel }),
        line: '',
        channels: {},
        words: '',
        options: {},
        page: 0,
      });
      return answer && 'message' in answer ? shownOf(answer.message).join('\n') : '';
    };
    expect(await askedIn(CHANNEL)).toContain('*tracked a prompt* · Initech (no longer here) · k8s');
    expect(await askedIn(CHANNEL)).toContain('*Audit: 4 changes*');
    expect(await askedIn('C0ELSE')).not.toMatch(/Initech|k8s/);
    expect(await askedIn('C0ELSE')).toContain('nobody has changed anything yet');
  });

  it('exports ids as well as names', async () => {
    const { ask } = await audited();
    const asker = ask({ id: 'click' });
    const request = { ...asker, words: 'export', line: '', channels: {}, options: {}, page: 0 };
    if (audit.scope !== 'anywhere') throw new Error('The audit is asked for anywhere.');
    const shown = JSON.stringify(await audit.run(request));
    expect(shown).toContain(',Ana,U0ANA,feed.pause,Acme,');
    expect(shown).toContain(`,${ACME},leads feed,${FEED},done`);
    expect(shown).toContain(`,${ACME},L1,id:1,done`);
    expect(shown).toContain(',U0BEN,U0BEN,lead.claim,');
  });
});
