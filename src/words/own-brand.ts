/** Finds the brand itself among the tools in the API's answers. Rules, messages and the doctor must agree on it. */

/** A tool as mentions and topics give it. */
type Tool = { entity_name: string; entity_type: string };

/** `entity_type` is undocumented, and an API may call every company a "brand". */
const OWN_TYPE = /^(own|self)/i;
const BRAND_TYPE = /^brand/i;

/**
 * Returns a test for the brand itself: the tool with the project's name (`brand`), else the only name whose type says
 * so. A type shared by several names, or by all, identifies nobody.
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

/** "Acme Cloud" and "acmecloud" are the same name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s/g, '');
}
