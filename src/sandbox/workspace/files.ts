/** The bot's uploads: it reserves an address, sends the bytes, and shares the file in a channel or thread. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Refusal } from './refusal.ts';

/** A completed upload. `shares` are the messages that show it; without any, only the bot can see it. */
export type StoredFile = {
  id: string;
  name: string;
  title: string;
  altText: string;
  mimetype: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Real time, epoch ms. */
  completedAt: number;
  shares: readonly { channel: string; ts: string; threadTs?: string }[];
};

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

/** `realNow` in epoch ms. */
export function createFiles(realNow: () => number) {
  const reserved = new Map<string, Reserved>();
  const completed = new Map<string, StoredFile>();

  return {
    /** `length` in bytes. The token is the last part of the upload address. */
    reserve: (file: { name: string; length: number; altText: string }) => {
      const token = randomUUID();
      const id = `F${token.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
      reserved.set(token, { id, ...file });
      return { id, token };
    },
    /** Takes a reserved file's bytes, once. @throws Refusal for an unknown address or a different length. */
    upload: (token: string, bytes: Uint8Array<ArrayBuffer>) => {
      const file = reserved.get(token);
      if (!file || file.bytes) throw new Refusal('file_not_found');
      if (file.length !== bytes.length) throw new Refusal('file_upload_size_mismatch');
      file.bytes = bytes;
    },
    /** @throws Refusal (file_not_found) for an id without uploaded bytes. */
    complete: (id: string, title: string | undefined) => {
      const found = [...reserved].find(([, one]) => one.id === id);
      const bytes = found?.[1].bytes;
      if (!found || !bytes) throw new Refusal('file_not_found');
      const [token, { name, altText }] = found;
      reserved.delete(token);
      const mimetype = MIMETYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream';
      const about = { name, title: title || name, altText, mimetype };
      const file = { id, ...about, bytes, completedAt: realNow(), shares: [] };
      completed.set(id, file);
      return file;
    },
    share: (id: string, share: StoredFile['shares'][number]) => {
      const file = completed.get(id);
      if (file) completed.set(id, { ...file, shares: [...file.shares, share] });
    },
    find: (id: string) => completed.get(id),
  };
}
