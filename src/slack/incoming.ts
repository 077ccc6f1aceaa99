/** Text that Slack hands over is encoded: entities for & < >, and <…> around channels, people and links. */

/**
 * The text of a slash command as the person typed it: `<#C1|general>` -> #general, `<@U1|ana>` -> @ana,
 * `<!here>` -> @here, `<https://x|label>` -> label. https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function decodeCommandText(text: string): string {
  return (
    text
      .replace(
        /<([#@])([A-Z0-9]+)(?:\|([^<>]*))?>/g,
        (_all, sigil: string, id: string, name?: string) => sigil + (name || id),
      )
      .replace(/<!(here|channel|everyone)(?:\|[^<>]*)?>/g, '@$1')
      .replace(/<([^<>|]+)\|([^<>]*)>/g, '$2')
      .replace(/<((?:https?|mailto):[^<>|]+)>/g, '$1')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      // What was copied from a message of ours, where it keeps marks from formatting.
      .replaceAll('\u200B', '')
      .trim()
  );
}

/**
 * Ids of the channels that a command's text names, by what decodeCommandText makes of them: `<#C1|general>` -> #general.
 * A private channel that the bot may not see has no name, and goes by its id.
 */
export function channelsNamed(text: string): Record<string, string> {
  const named = text.matchAll(/<#([A-Z0-9]+)(?:\|([^<>]*))?>/g);
  return Object.fromEntries([...named].map(([, id = '', name]) => [`#${name || id}`, id]));
}
