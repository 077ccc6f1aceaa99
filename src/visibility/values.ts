/** Reads single values of undocumented formats. Pure; never throws or guesses: what isn't certain is undefined. */
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { entryOf } from '../words/nearest.ts';

export type Raw = Readonly<Record<string, unknown>>;

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' || !(isInk(value.charCodeAt(0)) || value.trim() !== '')) return undefined;
  if (value.length <= LONGEST_NOTHING && NOTHING.has(value)) return undefined;
  return value.includes(NUL) ? readText(value.replaceAll(NUL, '')) : value;
}

/** How Python, SQL and JavaScript write nothing as text. */
const NOTHING = new Set(['None', 'nan', 'NaN', 'NaT', '<NA>', 'N/A', 'n/a', 'NULL', 'null', 'undefined']);
const LONGEST_NOTHING = 9;

/** Scraped text may hold it; PostgreSQL takes no text that does. */
const NUL = '\u0000';

/** Printable ASCII other than a space: nearly every text begins with it, which saves the trim. */
const isInk = (code: number) => code > 0x20 && code < 0x7f;

/** Reddit's own API gives threads without the host, and no other forum has such paths. */
const PATH_OF_REDDIT = /^\/?r\/\w{2,30}\/comments\/\w/;

/** A site alone, of which an API may tell beside the page: "reddit.com". */
const HOST = /^(?:[\w-]+\.)+[a-z]{2,}$/i;

/** A URL as written, but for “&amp;”; a Reddit path gets its host, any other path has none, and a host is no page. */
export function readAddress(value: unknown): string | undefined {
  const given = readText(value)?.trim();
  const text = given?.includes('&amp;') ? given.replaceAll('&amp;', '&') : given;
  if (text === undefined || text.startsWith('https://') || text.startsWith('http://')) return text;
  if (PATH_OF_REDDIT.test(text)) return `https://www.reddit.com/${text.replace(/^\//, '')}`;
  return text.startsWith('/') || HOST.test(text) ? undefined : text;
}

/** An API's own path of a thing, as Google's APIs name it: "projects/p1/topics/7", "regions/<uuid>", "regions/7". */
export function isResourceName(text: string): boolean {
  if (!text.includes('/')) return false;
  const steps = text.split('/');
  const isWhole = steps.length % 2 === 0 || steps.includes('documents');
  const isPath = steps.length >= 2 && isWhole && /^[a-z]\w*s$/i.test(steps[0] ?? '');
  return (
    isPath &&
    (steps.length >= 4 || isGuid(steps.at(-1) ?? '') || /^\d+$/.test(steps.at(-1) ?? '')) &&
    !/\s|\/\//.test(text)
  );
}

/** What a thing is called: never its URL, its id or the API's own path of it. */
export function readTitle(value: unknown): string | undefined {
  const title = readText(value);
  // What has a space, as nearly every title has, is none of these.
  if (title === undefined || title.includes(' ')) return title;
  const isOther = NO_TITLE.test(title) || isGuid(readId(title) ?? '') || isResourceName(title);
  return isOther ? undefined : title;
}

/** Reddit's API escapes its texts as in HTML, Stack Exchange's too: "Don&#39;t use AWS &amp; GCP". */
export function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ESCAPED, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return entryOf<string>(NAMED, name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ESCAPED = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

/** A URL, or a thread's id at Reddit. */
const NO_TITLE = /^(?:https?:\/\/\S+|t\d_\w+)$/;

/** A status, also as what was done or when: true and a time are "done", false is "open". */
export function readStatus(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'done' : 'open';
  return typeof value === 'string' && parseTime(value) !== undefined ? 'done' : readConstant(value);
}

/**
 * A constant as protocol buffers write it, in words: "PRIORITY_HIGH" and "LEAD_PRIORITY_HIGH" are "high". "2" says nothing,
 * nor does a class of the API's own, "com.example.api.Suggestion".
 */
export function readConstant(value: unknown): string | undefined {
  const text = readText(value);
  const [, words] = CONSTANT.exec(text ?? '') ?? [];
  if (words !== undefined) return words.toLowerCase().replaceAll('_', ' ');
  return DIGITS.test(text ?? '') || CLASS.test(text ?? '') ? undefined : text;
}

const CLASS = /^(?:(?:\w+[.\\]){2,}|(?:\w+::)+)[A-Z]\w*$/;

const CONSTANT =
  /^(?:[A-Z]+_)*?(?:STATE|STATUS|STAGE|KIND|TYPE|CATEGORY|PRIORITY|IMPACT|SEVERITY)_([A-Z][A-Z\d_]*)$/;

/** Text; a constant of an enumeration named like the field, "ENTITY_TYPE_OWN" under "entity_type", in words: "own". */
export function readConstantOf(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || !isConstant(value)) return typeof value === 'string' ? value : undefined;
  const [, constant] = value.split(`${name.slice(name.lastIndexOf('_') + 1).toUpperCase()}_`);
  return constant ? constant.toLowerCase().replaceAll('_', ' ') : value;
}

/** "ENTITY_TYPE_OWN". Nearly all words begin in lower case, and an expression takes ten times as long to say no. */
export const isConstant = (text: string) => text.charCodeAt(0) <= UPPER_Z && /^[A-Z]+_[A-Z\d_]+$/.test(text);

const UPPER_Z = 90;

/** Sites whose threads are all in a named community: the site's name alone isn't a place. */
const PLATFORM = /^(?:\w+\.)?(?:reddit|discord|facebook)(?:\.com)?$/i;

/** A forum's name. A mere platform is skipped, since another field may name the forum. */
export function readForum(value: unknown): string | undefined {
  const name = readText(value);
  return name !== undefined && PLATFORM.test(name.trim()) ? undefined : name;
}

/** "r/devops" for "devops", where that is how the thread's address has it: Reddit's own API leaves "r/" out. */
export function readForumIn(place: unknown, address: unknown): unknown {
  const [, community] = /\breddit\.com\/r\/([^/]+)/i.exec(String(address)) ?? [];
  return typeof place === 'string' && community?.toLowerCase() === place.toLowerCase() ? `r/${place}` : place;
}

/** V8 counts the turns of {8}; written out, the expression takes less than half the time. */
const GUID = new RegExp(`^${[8, 4, 4, 4, 12].map((long) => '[\\da-f]'.repeat(long)).join('-')}$`, 'i');

/** Whether text has the form of a UUID, of whatever version. */
export const isGuid = (text: string) => GUID.test(text);

const UUID_LONG = 36;

/** Text, or a number: some APIs number their rows. Of a resource's name or address, the UUID that it ends with. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  const text = readText(value);
  // No text as short as a UUID ends with one: most needn't be searched.
  if (text === undefined || text.length <= UUID_LONG || !text.includes('/')) return text;
  const last = text.slice(text.lastIndexOf('/') + 1);
  return isGuid(last) ? last : text;
}

/** The name of an engine or region, or what refers to it: a UUID, or the last step of "models/gemini-3". */
export function readReference(value: unknown): string | undefined {
  const name = readId(readText(value));
  return name?.includes('/') ? name.replace(/^(?:engine|model|assistant|region|market)s\//, '') : name;
}

const DIGITS = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** "1,204", but not "0,204": after a zero, three digits may be a fraction. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

/** "91/100" */
const OUT_OF = /\s?(?:\/|out of)\s?10{0,2}$/;
/** "91 points", "12 comments" */
const COUNTED = /\s(?:points?|pts|comments?|replies|answers?)$/i;

/** 91, "91", ".91", "1,204", "91%", "91 points" and "91/100", which are 91. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value !== 'string') return finite(value);
  const written = value.trim().replace(/\s?%$/, '').replace(OUT_OF, '').replace(COUNTED, '');
  if (GROUPED.test(written)) return finite(Number(written.replaceAll(',', '')));
  return DIGITS.test(written) ? finite(Number(written)) : undefined;
}

/** 3 and "3", not 2.4. */
export function readWhole(value: unknown): number | undefined {
  const number = readNumber(value);
  return Number.isInteger(number) ? number : undefined;
}

/** "41%" is 0.41; a number stays on the API's own scale, but that a sum of fractions a hair above 1 is 1. */
export function readShare(value: unknown): number | undefined {
  const given = readNumber(value);
  const number = given !== undefined && given > 1 && given < 1 + 1e-9 ? 1 : given;
  const isPercent = typeof value === 'string' && value.trim().endsWith('%');
  return number !== undefined && isPercent ? Number((number / 100).toPrecision(12)) : number;
}

/** What a share may be counted in: so many are the whole. */
export const UNITS = new Map(Object.entries({ bp: 10_000, bps: 10_000, permille: 1000 }));

/** 5800 basis points are 0.58, and a score of 912 per mille is 91.2. */
export const readParts = (parts: number) => (value: unknown) => {
  const number = readNumber(value);
  return number === undefined ? undefined : Number((number / parts).toPrecision(12));
};

/** A number of single precision, as 32 bits hold it, has the digits that it was written with: 0.03649999946 is 0.0365. */
function finite(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const isSingle = Math.fround(value) === value && !Number.isInteger(value * 1024);
  return isSingle ? Number(value.toPrecision(7)) : value;
}

const YES = new Set('1 true yes active enabled tracked final finalized complete completed'.split(' '));
const NO = new Set(
  '0 false no inactive disabled paused archived provisional preliminary interim partial incomplete in_progress'.split(
    ' ',
  ),
);

/** Rust tags a state with what belongs to it: {"paused": {"since": 1795651200}} beside "active". */
export function readFlag(value: unknown): boolean | undefined {
  if (isRaw(value)) {
    const [[tag, inside] = [], ...more] = Object.entries(value);
    return isRaw(inside) && more.length === 0 ? readFlag(tag) : undefined;
  }
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  if (typeof value !== 'string') return undefined;
  const word = (readConstant(value.trim()) ?? value.trim()).toLowerCase().replace(/[ -]/g, '_');
  return YES.has(word) || (NO.has(word) ? false : undefined);
}

/** The flag that "paused" or "archived_at" denies: null there is yes, true or a time is no. */
export function readDenied(value: unknown): boolean | undefined {
  if (value === null) return true;
  const isDenied = readFlag(value) ?? (readInstant(value) === undefined ? undefined : true);
  return isDenied === undefined ? undefined : !isDenied;
}

/** The flag that "finalized_at" is: null there is no, a time is yes. */
export const readSince = (value: unknown) =>
  readDenied(value) === undefined ? undefined : !readDenied(value);

const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?$/i;
/** Date.parse reads 30 February as 2 March; up to 28, every day exists. */
const isDay = (date: string) => {
  const day = Number(date.slice(8));
  return day <= 28 || new Date(Date.parse(date)).getUTCDate() === day;
};

/** Parses UTC with seconds, several times as fast as Date.parse; undefined for anything unusual. */
function utcTime(iso: string): number | undefined {
  if (!isUtcTime(iso)) return undefined;
  const year = twoDigits(iso, 0) * 100 + twoDigits(iso, 2);
  const [month, day, hours] = [twoDigits(iso, 5), twoDigits(iso, 8), twoDigits(iso, 11)];
  const time = Date.UTC(year, month - 1, day, hours, twoDigits(iso, 14), twoDigits(iso, 17));
  return time + (iso[19] === '.' ? thousandths(iso, 20) : 0);
}

const DAY = /(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31/
  .source;
const UTC_TIME = new RegExp(
  `^[1-9]\\d{3}-(?:${DAY})T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|\\+00:00)?$`,
);

/** Whether a time is written in the usual format; false, too, on 29 February, where the year would decide. */
export const isUtcTime = (text: string) => UTC_TIME.test(text);

const digit = (text: string, at: number) => text.charCodeAt(at) - 48;
const twoDigits = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

/** Milliseconds from a fraction; further digits are dropped. */
function thousandths(text: string, from: number): number {
  let [sum, unit] = [0, 100];
  for (let at = from; unit >= 1 && digit(text, at) >= 0 && digit(text, at) <= 9; at += 1) {
    sum += digit(text, at) * unit;
    unit /= 10;
  }
  return sum;
}

/** Epoch ms of an ISO time; without an offset it is UTC, as FastAPI writes. Undefined for anything else. */
export function parseTime(iso: string): number | undefined {
  const usual = utcTime(iso);
  if (usual !== undefined) return usual;
  // Date.parse alone would find a date in "reply 5" and read a time without an offset as local.
  const [, date = '', time = '00:00', offset = 'Z'] = ISO_TIME.exec(iso.trim()) ?? [];
  const ms = Date.parse(`${date}T${time}${offset.toUpperCase().replace(/UTC|GMT/, 'Z')}`);
  return Number.isNaN(ms) || !isDay(date) ? undefined : ms;
}

/** The years 2001 to 2099: a number outside them, as seconds or as ms, isn't a time. */
const [EARLIEST, LATEST] = [Date.UTC(2001, 0), Date.UTC(2100, 0)];
const isOfOurTime = (ms: number) => ms >= EARLIEST && ms < LATEST;

/** Epoch ms of an ISO time, of an HTTP date, of "/Date(1795651200000)/", or of seconds or ms since 1970. */
export function readInstant(value: unknown): number | undefined {
  // Most times are ISO, and no ISO time is also a number.
  const written = typeof value === 'string' ? parseTime(value) : undefined;
  if (written !== undefined) return written;
  const counted = readNumber(value);
  if (counted !== undefined) return [counted * 1000, counted].map(Math.round).find(isOfOurTime);
  if (typeof value !== 'string') return undefined;
  const [, ofDotNet] = /^\/Date\((\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(value) ?? [];
  if (ofDotNet !== undefined) return [Number(ofDotNet)].find(isOfOurTime);
  const isHttpDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value.trim());
  return isHttpDate ? finite(Date.parse(value)) : undefined;
}

/** YYYY-MM-DD. An ISO time keeps its date as written. Also reads 20261120, 2026/11/20 and Google's {year, month, day}. */
export function readDay(value: unknown): string | undefined {
  if (isRaw(value)) return dayOfParts(value);
  const [, year, , month, day] =
    DAY_DIGITS.exec(typeof value === 'number' ? String(value) : (readText(value) ?? '')) ?? [];
  if (year !== undefined) return dayOfParts({ year, month, day });
  if (typeof value === 'string' && parseTime(value) !== undefined) return value.trim().slice(0, 10);
  const ms = readInstant(value);
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 10);
}

/** The minute of the UTC day that a time in UTC is, where it is late enough for midnight east of Greenwich. */
export function readLateMinute(value: unknown): number | undefined {
  const isUtc =
    typeof value === 'number' || (typeof value === 'string' && /T.*(?:Z|[+-]00:?00)$/.test(value));
  const minute = isUtc ? ((readInstant(value) ?? 0) % DAY_MS) / MINUTE_MS : 0;
  return minute >= EAST ? minute : undefined;
}

export const readNoon = (value: unknown) => (readLateMinute(value) === 12 * 60 ? value : undefined);

/** The minute of midnight farthest east, in summer: all zones with an earlier one are west of Greenwich. */
const EAST = 11 * 60;

/** For each zone east of Greenwich, a reader of its midnights alone, which are an hour earlier in summer. */
export const MIDNIGHTS_EAST = Array.from({ length: 52 }, (_, quarter) => (value: unknown) => {
  const later = (readLateMinute(value) ?? 0) - EAST - 15 * quarter;
  return later === 0 || later === 60 ? value : undefined;
});

/** The day that begins at such a midnight. */
export function readDayFromEast(value: unknown): string | undefined {
  const ms = readInstant(value);
  return ms === undefined ? undefined : new Date(ms + DAY_MS - EAST * MINUTE_MS).toISOString().slice(0, 10);
}

const DAY_DIGITS = /^(20\d\d)([/.]?)(\d\d)\2(\d\d)$/;

/** A date or time in parts, as Java writes it, as ISO text: [2026, 11, 20] or [2026, 11, 20, 9, 30, 15, 250000000]. */
export function timeOfParts(parts: readonly unknown[]): string | undefined {
  const [year = 0, month, day, hours, minutes, seconds = 0, nanos = 0, ...more] = parts;
  const isDate = parts.every(Number.isInteger) && Number(year) > 2000 && Number(year) < 2100;
  const date = isDate && more.length === 0 ? dayOfParts({ year, month, day }) : undefined;
  if (date === undefined || hours === undefined) return date;
  const time = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  const iso = `${date}T${time}.${String(Math.floor(Number(nanos) / 1e6)).padStart(3, '0')}Z`;
  return parseTime(iso) === undefined ? undefined : iso;
}

function dayOfParts({ year, month, day }: Raw): string | undefined {
  const parts = [year, month, day].map(readNumber);
  if (!parts.every(Number.isInteger)) return undefined;
  const date = parts.map((part) => String(part).padStart(2, '0')).join('-');
  return parseTime(date) === undefined ? undefined : date;
}

/** RFC 3339 text, as documented shapes have their times; in UTC, where it isn't written so already. */
export function readTimestamp(value: unknown): string | undefined {
  if (typeof value === 'string' && isUtcTime(value)) return value;
  const ms = readInstant(value);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/** Text, also in parts: a list of reasons. */
export function readSentences(value: unknown): string | undefined {
  const parts = Array.isArray(value) ? value.flatMap((each) => readText(each) ?? []) : [];
  return readText(value) ?? readText(parts.join(' · '));
}

/**
 * A list of names, without items that have none unless none has, a single name, or a map by name to figures: {"ChatGPT": 4}. What is
 * counted 0 times isn't there. Engines, of which all such fields are, have no commas in their names.
 */
export function readTexts(value: unknown): string[] | undefined {
  if (Array.isArray(value)) {
    const found = value.flatMap((each) => nameIn(each) ?? []);
    return found.length === 0 && value.length > 0 ? undefined : [...new Set(found)];
  }
  if (typeof value === 'string') return readTexts(value.split(/\s*[,;|]\s*/));
  const entries = isRaw(value) ? Object.entries(value) : [];
  const isFigured = (each: unknown) => (isRaw(each) ? Object.values(each).some(isNumber) : isNumber(each));
  if (entries[0]?.[0] === '0' && entries.every(([key]) => /^\d+$/.test(key)))
    return readTexts(Object.values(value as Raw));
  const isMap = entries.length > 0 && entries.every(([, each]) => isFigured(each));
  return isMap ? entries.flatMap(([name, each]) => (each === 0 ? [] : name)) : undefined;
}

const isNumber = (value: unknown) => typeof value === 'number';

const NAMES = ['displayname', 'name', 'enginename', 'engine', 'attributes', 'engineid', 'id'];

/** The name of an item that is text or an object, else its id, also where its resource's name refers to it. */
function nameIn(value: unknown): string | undefined {
  if (!isRaw(value)) return readReference(value);
  const plain = new Map(
    Object.entries(value).map(([name, each]) => [name.toLowerCase().replaceAll('_', ''), each]),
  );
  // A table of joins holds the named one step deeper: {engine: {display_name}}.
  const names = NAMES.map((name) => plain.get(name)).map((each) =>
    isRaw(each) ? nameIn(each) : readReference(each),
  );
  return names.find((name) => name !== undefined);
}
