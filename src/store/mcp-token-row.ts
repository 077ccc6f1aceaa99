/** The table of personal tokens, for the schema. */

/** A personal token for MCP, by its fingerprint alone. `label` is what its owner calls it; a revoked one asks nothing any more. */
export type McpToken = {
  team: string;
  id: string;
  hash: string;
  person: string;
  label: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
};
