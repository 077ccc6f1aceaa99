/** The project a decision speaks of. */
export type ProjectRef = { id: string; name: string };
