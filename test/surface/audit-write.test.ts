/** A click that was taken already: it writes nothing, and says so wherever somebody waits for an answer. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { beginWrite, readAudits } from '../../src/store/audit.ts';
import { auditWrite, unlessRepeated } from '../../src/surface/audit-write.ts';
import { connectView } from '../../src/surface/projects/connect.ts';
import { changePrompt } from '../../src/surface/prompts/track.ts';
import { Refused } from '../../src/surface/refused.ts';
import { Restarting } from '../../src/surface/restarting.ts';
import { UnavailableError } from '../../src/visibility/errors.ts';
import { keptLog } from '../support/log-kept.ts';
import { ok } from '../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../support/store-opened.ts';
import { ACME, ACME_FILE, memberNamed, surfaceOver } from '../support/surface-over.ts';
import { type Answering, json } from '../visibility/api.ts';

const WRITE = { action: 'prompt.track', projectId: ACME, subject: 'best crm' };
const TAKEN = 'Your first click already did this.';

/** The channel, as Slack knows it, with the bot in it. */
const SLACK = ok({ channel: { id: CHANNEL, name: 'acme', is_member: true, is_channel: true } });

async function project(api: Answering = json([])) {
  const world = await surfaceOver(ACME_FILE, api, SLACK);
  const { db, ask } = world;
  const asker = ask({ id: 'click' });
  const rows = () => readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
  const takeBefore = () =>
    beginWrite(db, TEAM, { ...WRITE, request: asker.id, at: NINE, person: asker.person });
  return { ...world, asker, rows, takeBefore };
}

describe('a second click', () => {
  test('does nothing and says so', async () => {
    const { asker } = await project();
    let done = 0;
    const write = () => auditWrite(asker, WRITE, async () => ({ result: ++done, outcome: 'done' }));
    expect(await write()).toBe(1);
    await expect(write()).rejects.toThrow(TAKEN);
    expect(done).toBe(1);
  });

  test('gets a more specific sentence if there is one', async () => {
    const { asker, takeBefore } = await project();
    await takeBefore();
    const write = { ...WRITE, taken: { sentence: 'You shared this here already.' } };
    await expect(auditWrite(asker, write, async () => ({ result: true, outcome: 'done' }))).rejects.toThrow(
      'You shared this here already.',
    );
  });

  test('is ignored when the post shows what the first one did, but refusals still show', async () => {
    const { asker, takeBefore } = await project();
    await takeBefore();
    const done = async () => ({ result: true, outcome: 'done' });
    expect(await unlessRepeated(auditWrite(asker, WRITE, done))).toBeUndefined();
    const no = async () => {
      throw new Refused('It is gone.');
    };
    await expect(unlessRepeated(auditWrite({ ...asker, id: 'other' }, WRITE, no))).rejects.toThrow(
      'It is gone.',
    );
  });

  test('on the prompt form announces nothing', async () => {
    const { asker, takeBefore } = await project(json([{ id: 'p1', prompt: 'best crm' }]));
    await takeBefore();
    const form = { project: ACME, channel: CHANNEL, prompt: { id: 'p1', text: 'best crm' } };
    const written: string[] = [];
    const edit = changePrompt(form, 'prompt.edit', asker, async () => `${written.push('edit')}`);
    await expect(edit).rejects.toThrow(TAKEN);
    expect(written).toEqual([]);
  });

  test('on the connect form is answered, so that nobody is stuck at “Trying the key”', async () => {
    const { asker, takeBefore } = await project();
    const personOf = async (id: string) => ({ ...memberNamed(id, id), isAdmin: true });
    const workspace = { ...asker.workspace, personOf };
    const given = { ...asker, workspace, openApi: () => asker.api({ id: ACME } as never) };
    await takeBefore();
    const values = { id: ACME, name: 'Acme', apiKey: 'vk-1', channel: CHANNEL };
    const submitted = await connectView.submit({ ...given, values, lists: {}, metadata: '' });
    if (!('after' in submitted)) return expect.fail(JSON.stringify(submitted));
    await expect(submitted.after(given)).rejects.toThrow(TAKEN);
  });
});

test('a refused write leaves no audit row and can be sent again', async () => {
  const { asker, rows } = await project();
  const refused = async () => {
    throw new Refused('Somebody was faster.');
  };
  await expect(auditWrite(asker, WRITE, refused)).rejects.toThrow('Somebody was faster.');
  expect(await rows()).toEqual([]);
  expect(await auditWrite(asker, WRITE, async () => ({ result: 1, outcome: 'done' }))).toBe(1);
});

test('a write not sent before the bot stopped is audited as failed', async () => {
  const { asker, rows } = await project();
  const stopped = async () => {
    throw new Restarting();
  };
  await expect(auditWrite(asker, WRITE, stopped)).rejects.toThrow(Restarting);
  expect(await rows()).toMatchObject([
    { state: 'failed', outcome: expect.stringContaining('nothing was sent') },
  ]);
});

describe('when the store fails after a write', () => {
  test('the person sees the result, and the audit row says it is unknown', async () => {
    const { asker, rows, log } = await withoutEnds();
    expect(await auditWrite(asker, WRITE, async () => ({ result: 1, outcome: 'created p1' }))).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'begun' }]);
    expect(log()).toContain('created p1');
  });

  test('the API’s error is shown, not the store’s', async () => {
    const { asker, rows } = await withoutEnds();
    const lost = new UnavailableError('POST /projects/{project_id}/prompts', 'ECONNRESET', 'never');
    const sent = auditWrite(asker, WRITE, () => Promise.reject(lost));
    await expect(sent).rejects.toBe(lost);
    expect(await rows()).toMatchObject([{ state: 'begun' }]);
  });

  /** Rows of the audit can be made there, and neither changed nor taken back. */
  async function withoutEnds() {
    const world = await project();
    for (const change of ['update', 'delete']) {
      await sql
        .raw(`create trigger no_${change} before ${change} on audit begin select raise(abort, 'away'); end`)
        .execute(world.db);
    }
    const { log, text } = keptLog();
    return { ...world, asker: { ...world.asker, log }, log: text };
  }
});
