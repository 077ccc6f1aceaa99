/** The types of the tables, derived from tables.ts. */
import type { Kysely, Selectable } from 'kysely';
import type { Column, Table } from './columns.ts';
import type { TABLES, TableName } from './tables.ts';

type RowOf<Described> =
  Described extends Table<infer Columns>
    ? { [Name in keyof Columns]: Columns[Name] extends Column<infer Type> ? Type : never }
    : never;

export type Schema = { [Name in TableName]: RowOf<(typeof TABLES)[Name]> };

/** The database or a transaction: every store function takes either as its first parameter. */
export type Db = Kysely<Schema>;

/** A project of a workspace; of it, one channel. */
export type OfProject = { team: string; projectId: string };
export type InChannel = OfProject & { channel: string };

export type Row<Name extends TableName> = Selectable<Schema[Name]>;
export type DeliveryRow = Row<'delivery'>;
export type SlotRow = Row<'slot'>;
export type LeadRow = Row<'lead'>;
export type LeadEventRow = Row<'lead_event'>;
