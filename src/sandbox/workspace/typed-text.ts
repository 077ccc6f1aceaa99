/**
 * What Slack makes of typed text: #channels, @people and links become references, and & < > are escaped.
 * https://docs.slack.dev/interactivity/implementing-slash-commands#escaping
 */
import type { Directory } from './directory.ts';

const BROADCASTS: ReadonlySet<string> = new Set(['here', 'channel', 'everyone']);

const URL_PART = /(https?:\/\/[^\s<>|]*[^\s<>|.,;:!?)'"])/;
const DOMAIN_PART = /(?<![\w@.-])((?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|co|app|eu|de)\b(?:\/[^\s<>|]*)?)/;
const CHANNEL_PART = /(?<!\w)#([a-z0-9_-]+)/;
const PERSON_PART = /(?<!\w)@([a-z0-9._-]*[a-z0-9_-])/;
const TOKEN = new RegExp(
  [URL_PART, DOMAIN_PART, CHANNEL_PART, PERSON_PART, /[&<>]/].map(({ source }) => source).join('|'),
  'gi',
);

export function encodeTyped(text: string, directory: Directory): string {
  let encoded = '';
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    encoded += text.slice(from, match.index) + reference(match, directory);
    from = match.index + match[0].length;
  }
  return encoded + text.slice(from);
}

function reference([whole, ...rest]: RegExpExecArray, directory: Directory): string {
  const [url, domain, channel, handle] = rest;
  if (url !== undefined) return `<${escaped(url)}>`;
  if (domain !== undefined) return `<http://${escaped(domain)}|${escaped(domain)}>`;
  if (channel !== undefined) return channelReference(channel, directory) ?? whole;
  if (handle !== undefined) return personReference(handle, directory) ?? whole;
  return escaped(whole);
}

function channelReference(name: string, directory: Directory): string | undefined {
  const channel = directory.channelNamed(name);
  return channel && `<#${channel.id}|${name}>`;
}

function personReference(handle: string, directory: Directory): string | undefined {
  if (BROADCASTS.has(handle)) return `<!${handle}>`;
  const id = directory.idOf(handle);
  return id && `<@${id}|${handle}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
