/** States in the words of the partial indexes: nobody looks for what is unfinished among 100,000 finished rows. */
import { sql } from 'kysely';
import { databaseTime } from './time.ts';

// Written out, not as parameters: SQLite compares a query with an index by its text, before any parameter is known.

/** A delivery that is not with Slack yet. */
export const isOpen = sql<boolean>`delivery.state in ('queued', 'sending')`;

/** A delivery that Slack shows in an older state than it should. */
export const isStale = sql<boolean>`delivery.state = 'sent' and delivery.wanted_rev > delivery.shown_rev`;

/** One whose edit may be made now: the last did not fail, or that is long enough ago. */
export const isEditDue = sql<boolean>`${isStale} and coalesce(delivery.edit_after, 0) <= ${databaseTime()}`;

/** One that Slack refused for good. */
export const isFailed = sql<boolean>`delivery.state = 'failed'`;

/** The state of a slot that is still to be worked on. */
export const DUE = sql.lit<'due'>('due');

/** The state of a slot that had its verdict. */
export const DONE = sql.lit<'done'>('done');

/** A lead that waits for a time: its claimer is reminded, or its snooze ends. */
export const isWaiting = sql<boolean>`lead.state in ('claimed', 'snoozed')`;
