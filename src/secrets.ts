/** Secrets at rest: tokens and API keys that the store keeps are sealed with ENCRYPTION_KEY before they get there. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from './errors.ts';

/** What cannot be opened: sealed with another key, for another place, or damaged. The sentence holds no secret. */
export class SealedElsewhere extends AppError {
  readonly code = 'sealed_elsewhere';
}

/**
 * Seals texts and opens them again. `place` is where the sealed text is kept (its workspace first): moved to another
 * place it cannot be opened.
 */
export type Vault = {
  seal(text: string, place: readonly string[]): string;
  /** @throws SealedElsewhere */
  open(sealed: string, place: readonly string[]): string;
};

/** How one makes an ENCRYPTION_KEY. */
export const HOW_TO_MAKE_A_KEY =
  'make one with `openssl rand -base64 32`, or with `node -p "crypto.randomBytes(32).toString(\'base64\')"`';

const CIPHER = 'aes-256-gcm';
/** What a sealed text begins with. Another way to seal gets another number, and this one can still be opened. */
const VERSION = 'v1';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** `key` is 32 bytes. AES-256-GCM, a new nonce for every text: `v1.<key id>.<nonce, text and tag in base64url>`. */
export function createVault(key: Uint8Array): Vault {
  const keyId = idOf(key);

  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(placeBytes(place));
      const content = Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return [VERSION, keyId, content.toString('base64url')].join('.');
    },

    open(sealed, place) {
      const [version, sealedWith, content = ''] = sealed.split('.');
      if (version !== VERSION)
        throw new SealedElsewhere('It is no sealed text of this version of Sightline.');
      if (sealedWith !== keyId) {
        throw new SealedElsewhere(`It was sealed with the key ${sealedWith}; ENCRYPTION_KEY is ${keyId}.`);
      }
      const bytes = Buffer.from(content, 'base64url');
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(placeBytes(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SealedElsewhere('It was sealed for another place, or it is damaged.', { cause });
      }
    },
  };
}

/** Tells keys apart, also when there will be several, and gives nothing of a key away. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update('sightline key id').update(key).digest('hex').slice(0, 8);
}

/** As JSON, so that no two places are written alike. */
function placeBytes(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place), 'utf8');
}
