import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLE_NAMES } from '../../src/config.ts';
import { findMistyped } from '../../src/verbs/command-line.ts';
import { spawnBot } from '../support/bot.ts';
import { bundled } from '../support/bundle.ts';
import { compiledBeside } from '../support/compiled.ts';
import { temporaryFolder } from '../support/folder.ts';

test('a variable that is nearly named like one of Sightline’s is pointed out, others aren’t', () => {
  expect(findMistyped({ VISIBLITY_API_KEY: 'x', SLACK_BOTTOKEN: 'y', HOME: '/', PORTS: '1' })).toEqual([
    'VISIBLITY_API_KEY isn’t one of Sightline’s variables; did you mean VISIBILITY_API_KEY?',
    'SLACK_BOTTOKEN isn’t one of Sightline’s variables; did you mean SLACK_BOT_TOKEN?',
  ]);
  expect(findMistyped({ VISIBILITY_API_KEYS: 'x,y' })).toEqual([
    'VISIBILITY_API_KEYS isn’t one of Sightline’s variables; did you mean VISIBILITY_API_KEY?',
  ]);
  expect(findMistyped(Object.fromEntries(VARIABLE_NAMES.map((name) => [name, 'set'])))).toEqual([]);
});

test('.env may begin with a byte order mark, as editors write it, but has to be UTF-8', async () => {
  const main = await bundled('main');
  const startWith = (content: Buffer) => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, '.env'), content);
    return spawnSync(process.execPath, [main], { cwd, env: compiledBeside(main), encoding: 'utf8' }).stderr;
  };
  const text = 'SLACK_BOT_TOKEN=xapp-1\nSLACK_SIGNING_SECRET=';
  expect(startWith(Buffer.from(`\uFEFF${text.replace('\n', '\r')}`))).toContain(
    'SLACK_BOT_TOKEN begins with xapp-',
  );
  expect(startWith(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toContain('UTF-8');
  expect(startWith(Buffer.from('# all of it\nSLACK_BOT_TOKEN: xoxb-1\n'))).toContain('NAME=value');
});

test.each([
  ['beside what keeps the demo from starting', { NODE_ENV: 'development', METRICS_PORT: 'none' }],
  ['beside what is missing', { SLACK_BOT_TOKEN: 'xoxb-1' }],
])('it is pointed out once %s', async (_, env: Record<string, string>) => {
  const bot = await spawnBot({ ...env, VISIBLITY_API_KEY: 'x', DATA_DIR: temporaryFolder() });
  expect(await bot.exited).toBe(1);
  expect(bot.stderr().split('did you mean VISIBILITY_API_KEY?')).toHaveLength(2);
});
