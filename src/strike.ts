/** Takes every secret out of what the log and the doctor say: the last thing that text passes before it is seen. */
import type { Config } from './config.ts';

const TOKEN = /\b(xox[a-z]-[\w-]+|xapp-[\w-]+)/g;

/** Shorter ones would be found inside of common words. */
const SHORTEST = 6;

/** `secrets` may grow while it is used. */
export function striking(secrets: Iterable<string>): (text: string) => string {
  return (text) => {
    // The longest first: one secret may begin with another.
    const known = [...secrets].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
    return known
      .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      .reduce((struck, secret) => struck.replaceAll(secret, '[secret]'), text)
      .replace(TOKEN, '[secret]');
  };
}

/** The same for what was read from JSON: every text in it, and every name. */
export function struckIn(value: unknown, strike: (text: string) => string): unknown {
  if (typeof value === 'string') return strike(value);
  if (Array.isArray(value)) return value.map((each) => struckIn(each, strike));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [strike(name), struckIn(inner, strike)]),
  );
}

/** What a configuration holds that must never be seen; keys and tokens of the store come to it as they are read. */
export function secretsOf({ slack, databaseUrl, encryptionKey, visibility }: Config): string[] {
  const { mode, apiUrl, ...tokens } = slack;
  const password = databaseUrl && new URL(databaseUrl).password;
  const address = new URL(visibility.baseUrl);
  return [
    ...Object.values(tokens),
    visibility.apiKey,
    password,
    password && decodeURIComponent(password),
    encryptionKey && Buffer.from(encryptionKey).toString('base64'),
    address.password,
    address.search.slice(1),
  ].flatMap((secret) => secret || []);
}
