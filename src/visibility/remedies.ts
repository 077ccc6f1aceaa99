/** What operators read about a failure of the API, and how to fix it: in the doctor and in the log. */

/** The start of an HTML document, whatever its content type says. */
const WEB_PAGE = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b/i;

export function isWebPage(text: string): boolean {
  return WEB_PAGE.test(text);
}

export function webPageSentence(baseUrl: string): string {
  return `${addressWithoutSecrets(baseUrl)} answers with a web page, not as an API: VISIBILITY_BASE_URL seems to point to a website.`;
}

export function refusedKeySentence(keyName: string, status: number | undefined): string {
  return `The API refuses ${keyName} (${status})`;
}

export function mendRefusedKey(keyName: string): string {
  return `Replace ${keyName} with a key that the API accepts.`;
}

/** For a key that can't be sent in a header. */
export function badKeySentence(keyName: string): string {
  return `${keyName} can’t be an API key: a key is one word of letters, digits and signs.`;
}

/** `why`: the literal error code of the network, or another reason. */
export function noAnswerSentence(why: string): string {
  const remedy = remedyOf(why);
  return `got no answer (${why}).${remedy === undefined ? '' : ` ${remedy}`}`;
}

/** What is wrong and what to do, where the reason for no answer tells: for the API and for Slack. */
export function remedyOf(why: string): string | undefined {
  return REMEDIES.find(([codes]) => codes.test(why))?.[1];
}

const REMEDIES: readonly [RegExp, string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|\bCERT_UNTRUSTED/,
    'Its certificate isn’t trusted. If a CA of yours signed it, start with NODE_EXTRA_CA_CERTS=/path/to/ca.pem in the environment (.env is read too late).',
  ],
  [
    /\bCERT_HAS_EXPIRED/,
    'Its certificate has expired. Have it renewed, unless this machine’s clock is wrong.',
  ],
  [/ALTNAME_INVALID/, 'Its certificate is for another host. Use the host’s name in the certificate.'],
  [
    /WRONG_VERSION_NUMBER|\bEPROTO/,
    'It doesn’t speak TLS on that port. If it’s plain HTTP, use an address with http://.',
  ],
  [/^the proxy/, 'Check HTTPS_PROXY and HTTP_PROXY.'],
];

export const MEND_ADDRESS = 'Set VISIBILITY_BASE_URL to the address of the API; it ends in /v1/public.';

export function mendKey(keyName: string): string {
  return `Set ${keyName} to the project’s API key.`;
}

/** `code` is that of a VisibilityError; `keyName` says where the key comes from. */
export function mendOf(code: string, keyName: string): string {
  switch (code) {
    case 'visibility_unauthorised':
      return `Replace ${keyName} with a key for this project.`;
    case 'visibility_redirected':
      return 'Use that address, if it is the API’s.';
    case 'visibility_quota':
      return `Raise or renew the quota of ${keyName} in the API’s developer portal.`;
    case 'visibility_validation':
    case 'visibility_refused':
    case 'visibility_contract':
    case 'visibility_unreadable':
      return 'Run `npm run learn -- --out api-profile.yml` to see how Sightline reads this API. Correct the wrong line, and name the file under api: profile: in projects.yml.';
    case 'visibility_not_found':
      return 'Compare the project’s id with the dashboard. If it is right, the API doesn’t have this operation.';
    case 'visibility_rate_limited':
      return 'Nothing for now: the bot waits as long as the API asks. If it goes on, ask for a higher limit.';
    case 'visibility_unavailable':
      return 'Nothing for now: the bot tries again by itself. If it goes on, tell whoever runs the API.';
    default:
      return 'Send this line to whoever runs the API.';
  }
}

/** Without user, password and query. */
export function addressWithoutSecrets(url: string, base?: string): string {
  const { origin, pathname } = new URL(url, base);
  return `${origin}${pathname}`;
}
