/** Which of the tools that the API names is the brand itself: rules, messages and the doctor must agree on it. */

/** What an API may call it: the values of `entity_type` are not documented. */
const OWN_TYPE = /^(own|brand|self)/i;

/** By its type; or by the project's name, `brand`, where that is known. */
export function isOwn(
  { entity_name: name, entity_type: type }: { entity_name: string; entity_type: string },
  brand?: string,
): boolean {
  return OWN_TYPE.test(type) || name.toLowerCase() === brand?.toLowerCase();
}
