/** What somebody who runs the bot is told of a failure of the API, and what to do about it: in the doctor and in the log. */

/** Begins a document of HTML, whatever its server calls it. */
const WEB_PAGE = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b/i;

/** Whether an answer's text is what a website shows to people. */
export function isWebPage(text: string): boolean {
  return WEB_PAGE.test(text);
}

/** Of an address that seems to be a website's. */
export function webPageSentence(baseUrl: string): string {
  return `${addressWithoutSecrets(baseUrl)} answers with a web page and not as the API does: VISIBILITY_BASE_URL seems to lead to a website.`;
}

/** Of a key with which the API gives nothing. */
export function refusedKeySentence(keyName: string, status: number | undefined): string {
  return `The API refuses ${keyName} (${status})`;
}

export function mendRefusedKey(keyName: string): string {
  return `Put a key that the API accepts in the place of ${keyName}.`;
}

/** Of a key that cannot even be sent. */
export function badKeySentence(keyName: string): string {
  return `${keyName} holds what cannot be an API key: a key is one word of letters, digits and signs.`;
}

export const MEND_ADDRESS = 'Put the address of the API into VISIBILITY_BASE_URL; it ends in /v1/public.';

/** Where a key of that name belongs. */
export function mendKey(keyName: string): string {
  return `Put the project’s API key there: ${keyName}.`;
}

/** By the code of a VisibilityError. `keyName` says where the key is to be found. */
export function mendOf(code: string, keyName: string): string {
  switch (code) {
    case 'visibility_unauthorised':
      return `Put a key that this project accepts in the place of ${keyName}.`;
    case 'visibility_quota':
      return `Raise or renew the quota of ${keyName} in the API’s developer portal.`;
    case 'visibility_validation':
    case 'visibility_refused':
    case 'visibility_contract':
    case 'visibility_unreadable':
      return 'Run `npm run learn -- --out api-profile.yml`: it shows how this API says it. Correct the line that is wrong, and name the file under api: profile: in projects.yml.';
    case 'visibility_not_found':
      return 'Compare the project’s id with the dashboard; if it is right, the API does not have this operation.';
    case 'visibility_rate_limited':
      return 'Nothing at once: the bot waits as long as it is told. If it stays so, ask for a higher limit.';
    case 'visibility_unavailable':
      return 'Nothing here, if it passes: the bot tries again by itself. If it stays, tell whoever runs the API.';
    default:
      return 'Send this line to whoever runs the API.';
  }
}

/** An address without what may be secret in it. */
export function addressWithoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
