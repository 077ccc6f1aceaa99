/** Secrets at rest: tokens and API keys that the store keeps are sealed with ENCRYPTION_KEY before they get there, personal tokens only as fingerprints. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from './errors.ts';

/** A token with which an assistant asks for a person. It is shown once; the store keeps its fingerprint. */
export function newPersonalToken(): string {
  return `slt_${randomBytes(32).toString('base64url')}`;
}

/** The same token has the same one. It needs no salt: nobody can guess 32 bytes of chance. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Takes personal tokens out of a text by their form: what they are, nobody but their owners knows. */
export function withoutPersonalTokens(text: string): string {
  return text.replace(/\bslt_[\w-]{8,}/g, '[secret]');
}

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
  /** Whether it was sealed with another key than the one that seals now. */
  isFormer(sealed: string): boolean;
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

/**
 * A key is 32 bytes. AES-256-GCM, a new nonce for every text: `v1.<key id>.<nonce, text and tag in base64url>`. `former` is the
 * key before this one: what it sealed is opened too, and nothing is sealed with it.
 */
export function createVault(key: Uint8Array, former?: Uint8Array): Vault {
  const keyId = idOf(key);
  const keys = new Map([key, ...(former ? [former] : [])].map((one) => [idOf(one), one]));

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

    isFormer: (sealed) => sealed.split('.')[1] !== keyId,

    open(sealed, place) {
      const [version, sealedWith, content = ''] = sealed.split('.');
      if (version !== VERSION)
        throw new SealedElsewhere('It is no sealed text of this version of Sightline.');
      const sealing = keys.get(sealedWith ?? '');
      if (!sealing) {
        throw new SealedElsewhere(`It was sealed with the key ${sealedWith}; ENCRYPTION_KEY is ${keyId}.`);
      }
      const bytes = Buffer.from(content, 'base64url');
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(placeBytes(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SealedElsewhere('It was sealed for another place, or it is damaged.', { cause });
      }
    },
  };
}

/** Undefined without ENCRYPTION_KEY: then nothing is kept that would have to be sealed. */
export function createVaultIfAny(config: {
  encryptionKey?: Uint8Array;
  formerEncryptionKey?: Uint8Array;
}): Vault | undefined {
  return config.encryptionKey && createVault(config.encryptionKey, config.formerEncryptionKey);
}

/** Tells keys apart, and gives nothing of a key away. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update('sightline key id').update(key).digest('hex').slice(0, 8);
}

/** As JSON, so that no two places are written alike. */
function placeBytes(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place), 'utf8');
}
