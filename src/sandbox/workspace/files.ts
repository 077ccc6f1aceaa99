/** Files that the bot uploads: reserved under an address, filled by the upload, and scanned before messages may name them. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Refused } from './refused.ts';

/** A file whose upload is complete. `shares` are the messages that show it; a file without any is the bot's alone. */
export type StoredFile = {
  id: string;
  name: string;
  title: string;
  altText: string;
  mimetype: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Real time of its completion, epoch ms. */
  completedAt: number;
  shares: readonly { channel: string; ts: string; threadTs?: string }[];
};

export type FileStore = {
  /** `length` in bytes. The token is the last part of the address that takes the upload. */
  reserve(file: { name: string; length: number; altText: string }): { id: string; token: string };
  /** Fills a reserved file, once. @throws Refused for an unknown address or another length. */
  upload(token: string, bytes: Uint8Array<ArrayBuffer>): void;
  /** @throws Refused (file_not_found) for an id that was not reserved and filled. */
  complete(id: string, title: string | undefined): StoredFile;
  share(id: string, share: StoredFile['shares'][number]): void;
  find(id: string): StoredFile | undefined;
  /** Whether Slack knows what the file is: messages may name it as slack_file from then on. */
  isScanned(file: StoredFile): boolean;
};

/** Slack looks at a new file in a queue; until then its mimetype is empty (slackapi/python-slack-sdk 1521). */
const SCAN_MS = 500;

const MIMETYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

type Reserved = {
  id: string;
  name: string;
  length: number;
  altText: string;
  bytes?: Uint8Array<ArrayBuffer>;
};

/** @param realNow real time in epoch ms: the scan takes time of Slack's, not of the simulated day. */
export function createFiles(realNow: () => number): FileStore {
  const reserved = new Map<string, Reserved>();
  const completed = new Map<string, StoredFile>();

  return {
    reserve: (file) => {
      const token = randomUUID();
      const id = `F${token.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
      reserved.set(token, { id, ...file });
      return { id, token };
    },
    upload: (token, bytes) => {
      const file = reserved.get(token);
      if (!file || file.bytes) throw new Refused('file_not_found');
      if (file.length !== bytes.length) throw new Refused('file_upload_size_mismatch');
      file.bytes = bytes;
    },
    complete: (id, title) => {
      const found = [...reserved].find(([, one]) => one.id === id);
      const bytes = found?.[1].bytes;
      if (!found || !bytes) throw new Refused('file_not_found');
      const [token, { name, altText }] = found;
      reserved.delete(token);
      const mimetype = MIMETYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream';
      const about = { name, title: title || name, altText, mimetype };
      const file = { id, ...about, bytes, completedAt: realNow(), shares: [] };
      completed.set(id, file);
      return file;
    },
    share: (id, share) => {
      const file = completed.get(id);
      if (file) completed.set(id, { ...file, shares: [...file.shares, share] });
    },
    find: (id) => completed.get(id),
    isScanned: ({ completedAt }) => realNow() - completedAt >= SCAN_MS,
  };
}
