/** Which of the tools that the API names is the brand itself: rules, messages and the doctor must agree on it. */

/** A tool as mentions and topics name it. */
type Tool = { entity_name: string; entity_type: string };

/** The values of `entity_type` are not documented. "brand" may be what an API calls every company. */
const OWN_TYPE = /^(own|self)/i;
const BRAND_TYPE = /^brand/i;

/**
 * Whether a tool of one answer is the brand itself: the one that has the project's name, `brand`, where that is known; else
 * the only one whose type says so. A type that several names share, or that tells nobody apart, makes nobody the brand.
 */
export function matchOwnBrand(tools: readonly Tool[], brand?: string): (tool: Tool) => boolean {
  const own = findNamed(tools, brand) ?? findOnlyOfType(tools, OWN_TYPE) ?? findOnlyOfType(tools, BRAND_TYPE);
  return ({ entity_name }) => own !== undefined && foldName(entity_name) === own;
}

function findNamed(tools: readonly Tool[], brand = ''): string | undefined {
  const name = foldName(brand);
  return name !== '' && tools.some(({ entity_name }) => foldName(entity_name) === name) ? name : undefined;
}

function findOnlyOfType(tools: readonly Tool[], type: RegExp): string | undefined {
  const names = new Set(tools.map(({ entity_name }) => foldName(entity_name)));
  const ofType = tools.filter(({ entity_type }) => type.test(entity_type));
  const [one, another] = new Set(ofType.map(({ entity_name }) => foldName(entity_name)));
  const tellsApart = type === OWN_TYPE || names.size > 1;
  return another === undefined && tellsApart ? one : undefined;
}

/** "Acme Cloud" and "acmecloud" are one name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s/g, '');
}
