/** The version in package.json. */
import manifest from '../package.json' with { type: 'json' };

export const VERSION = manifest.version;

/** Some firewalls refuse requests that don't say what sent them. */
export const USER_AGENT = `Sightline/${VERSION}`;
