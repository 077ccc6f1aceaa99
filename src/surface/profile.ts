/** What the app says of itself, to whoever wonders what it may see: in /visibility about, and on its page. */

export const SUMMARY = 'Posts community leads and AI-visibility alerts, and answers questions about them.';

/** What leaves Slack, and for where; one sentence each. */
export const LEAVES: readonly string[] = [
  'The words of a command, the text of a prompt you track or edit, the engines and regions you set and the id of a suggestion you settle go to the Visibility Intelligence API, and to nobody else.',
  'Sightline is told of no messages: it sees its own commands, buttons, shortcuts and forms. History is read only to find a post of its own whose answer was lost.',
  'Kept in its own store: what was posted where, and who decided what and when. Names and messages are not kept.',
];
