import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readSourceFiles } from '../../src/verbs/source-files.ts';

const SOURCES = readSourceFiles('src');
const TESTS = readSourceFiles('test');
const HERE = 'test/guard/places.test.ts';

/** What the code says without what is said about it, line by line as it stands. */
const code = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');

/** Where `pattern` stands in the code, as `file:line`, but for the places where it belongs. */
function placesOf(pattern: RegExp, allowed: readonly string[]): string[] {
  return SOURCES.filter(({ file }) => !allowed.includes(file)).flatMap(({ file, text }) =>
    code(text)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
}

describe('each thing has one place', () => {
  it('time is read in clock.ts', () => {
    expect(placesOf(/\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/, ['src/clock.ts'])).toEqual([]);
  });

  it('the environment is read in main.ts and understood in config.ts', () => {
    expect(placesOf(/\bprocess\.env\b/, ['src/main.ts', 'src/config.ts'])).toEqual([]);
  });

  it('nothing is printed but by main.ts, and nothing is logged but by log.ts', () => {
    expect(placesOf(/\bconsole\s*\./, [])).toEqual([]);
    expect(placesOf(/\bprocess\.(stdout|stderr)\b/, ['src/main.ts'])).toEqual([]);
    expect(placesOf(/from 'pino'/, ['src/log.ts'])).toEqual([]);
  });

  it('the process is ended by main.ts', () => {
    expect(placesOf(/\bprocess\.(exit|kill|on)\b/, ['src/main.ts'])).toEqual([]);
  });

  it('the network is reached through the API’s client, the sandbox’s clock, Slack’s libraries, their wire and its socket', () => {
    const places = [
      'src/visibility/http.ts',
      'src/visibility/fetch-openapi.ts',
      'src/serve.ts',
      'src/proxy.ts',
      'src/undici-lib.d.ts',
      'src/undici-parts.ts',
      'src/slack/client.ts',
      'src/slack/socket-connection.ts',
    ];
    expect(
      placesOf(
        /from '(undici['/]|.*undici-parts)|from 'node:(http|https|net|tls|dgram)'.*\brequest\b/,
        places,
      ),
    ).toEqual([]);
    // The local workspace sends the bot what Slack would send it; nothing else fetches.
    const standIns = ['src/sandbox/workspace/requests.ts', 'src/sandbox/local-only.ts'];
    expect(placesOf(/(?<![.\w])fetch\s*\(/, standIns)).toEqual([]);
    expect(placesOf(/new WebClient\(/, ['src/slack/client.ts'])).toEqual([]);
  });

  it('the database is opened in store/', () => {
    const places = ['sqlite', 'sqlite-backup', 'sqlite-files', 'postgres', 'wake'].map(
      (name) => `src/store/${name}.ts`,
    );
    expect(placesOf(/from '(node:sqlite|pg)'/, places)).toEqual([]);
  });

  it('chance decides nothing that can be seen: ids are the exception, and how long the API is left alone', () => {
    expect(placesOf(/\bMath\.random\b/, ['src/visibility/client.ts'])).toEqual([]);
  });
});

describe('a secret', () => {
  it('is named in no source file', () => {
    expect(placesOf(/xox[abep]-\d{4}|xapp-\d-A/, [])).toEqual([]);
  });
});

describe('types are not talked round', () => {
  it('with any, or by telling the compiler to look away', () => {
    expect(placesOf(/:\s*any\b|\bas any\b|<any>|\bas unknown as\b/, [])).toEqual([]);
    const silenced = [...SOURCES, ...TESTS].filter(
      ({ file, text }) => file !== HERE && /@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(text),
    );
    expect(silenced.map(({ file }) => file)).toEqual([]);
  });
});

describe('a file', () => {
  it('has at most 400 lines, a test 500', () => {
    const long = [
      ...SOURCES.filter(({ text }) => text.split('\n').length > 401),
      ...TESTS.filter(({ text }) => text.split('\n').length > 501),
    ];
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it('is named for what it is, in kebab-case', () => {
    const names = [...SOURCES, ...TESTS].map(({ file }) => file);
    expect(names.filter((file) => /\b(utils?|helpers?|misc|common|shared|stuff)\b/i.test(file))).toEqual([]);
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.bench|\.d)?\.ts$/;
    expect(names.filter((file) => !kebab.test(path.basename(file)))).toEqual([]);
  });

  it('of the source begins with a sentence that says where it stands', () => {
    const silent = SOURCES.filter(({ text }) => !/^\/\*\*(?:(?!\*\/)[\s\S]){30,}\*\//.test(text));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });

  it('exports only what another file uses', () => {
    const config = {
      file: 'vitest.config.ts',
      text: readFileSync(path.join(ROOT, 'vitest.config.ts'), 'utf8'),
    };
    const words = [...SOURCES, ...TESTS, config].map(({ file, text }) => ({
      file,
      used: new Set(text.match(/[\w$]+/g)),
    }));
    const exported = /^export (?:async )?(?:type|function\*?|const|class) ([\w$]+)/gm;
    const idle = [...SOURCES, ...TESTS].flatMap(({ file, text }) =>
      [...text.matchAll(exported)].flatMap(([, name = '']) =>
        words.some((other) => other.file !== file && other.used.has(name)) ? [] : `${file}: ${name}`,
      ),
    );
    expect(idle).toEqual([]);
  });

  it('leaves nothing for later', () => {
    const unfinished = [...SOURCES, ...TESTS].filter(
      ({ file, text }) => file !== HERE && /\b(TODO|FIXME|XXX|HACK)\b/.test(text),
    );
    expect(unfinished.map(({ file }) => file)).toEqual([]);
  });

  it('of a test is not left out, and none runs alone', () => {
    const partial = TESTS.filter(
      ({ file, text }) => file !== HERE && /\b(it|test|describe)\.(only|skip|todo)\b/.test(code(text)),
    );
    expect(partial.map(({ file }) => file)).toEqual([]);
  });
});
