/** Which names of a forum mean one place: filters compare by it, and mutes are kept under it. */

/** "r/Memes", "/r/memes" and "memes" are one place. */
export function placeKey(place: string): string {
  return place
    .trim()
    .toLowerCase()
    .replace(/^\/?(r\/)?/, '');
}
