import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createRedactor, redactIn, secretsOf } from '../src/redact.ts';

describe('a secret', () => {
  const key = 'vk-live-7f3a"9c/21';
  const redact = createRedactor(new Set([key, 'vk-live', 'tiny']));

  it('is redacted plain, in JSON and in a URL', () => {
    const said = `${key} ${JSON.stringify({ key })} ?k=${encodeURIComponent(key)}`;
    expect(redact(said)).toBe('[secret] {"key":"[secret]"} ?k=[secret]');
  });

  it('is redacted whole even if a shorter one is its beginning', () => {
    expect(redact(`a ${key} b vk-live c`)).toBe('a [secret] b [secret] c');
  });

  it('of Slack’s is recognised by its form', () => {
    expect(redact(['xoxb', '12345678', 'abc'].join('-'))).toBe('[secret]');
  });

  it('so short that words contain it is left alone', () => {
    expect(redact('a tiny thing')).toBe('a tiny thing');
  });

  it('is found in names and values of JSON', () => {
    const read = { [key]: [{ inner: `x${key}` }, 1, null] };
    expect(redactIn(read, redact)).toEqual({ '[secret]': [{ inner: 'x[secret]' }, 1, null] });
  });
});

it('every secret in a configuration is known, the database’s password in both spellings', () => {
  const config = readConfig({
    SLACK_BOT_TOKEN: 'token-of-the-bot',
    SLACK_MODE: 'socket',
    SLACK_APP_TOKEN: 'token-of-the-app',
    SLACK_SIGNING_SECRET: 'secret-of-signing',
    MCP_SLACK_IDENTITY: 'on',
    VISIBILITY_BASE_URL: 'https://user:pass-of-api@api.example.com/v1/public',
    VISIBILITY_API_KEY: 'key-of-the-api',
    DATABASE_URL: 'postgres://bot:pass%2Fword@db.example.com/sightline?password=word-of-the-query',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  expect(secretsOf(config).sort()).toEqual(
    [
      'token-of-the-bot',
      'token-of-the-app',
      'secret-of-signing',
      'pass-of-api',
      'key-of-the-api',
      'pass%2Fword',
      'pass/word',
      'word-of-the-query',
      Buffer.alloc(32, 7).toString('base64'),
    ].sort(),
  );
});
