/** Secrets at rest: the store keeps tokens and API keys sealed with ENCRYPTION_KEY, and personal tokens as fingerprints. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from './errors.ts';

/** A token with which an assistant acts for a person. It is shown once; the store keeps its fingerprint. */
export function newPersonalToken(): string {
  return `slt_${randomBytes(32).toString('base64url')}`;
}

/** Needs no salt: nobody can guess 32 random bytes. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Finds personal tokens by their form, since only their owners know them. */
export function withoutPersonalTokens(text: string): string {
  return text.replace(/\bslt_[\w-]{8,}/g, '[secret]');
}

/** A sealed text can't be opened: other key, other place, or damaged. Its message holds no secret. */
export class SealedElsewhere extends AppError {
  readonly code = 'sealed_elsewhere';
}

/** Seals and opens texts. `place` is where the text is kept (workspace first); elsewhere it can't be opened. */
export type Vault = {
  seal(text: string, place: readonly string[]): string;
  /** Whether it was sealed with another key than the one that seals now. */
  isFormer(sealed: string): boolean;
  /** @throws SealedElsewhere */
  open(sealed: string, place: readonly string[]): string;
};

export const HOW_TO_MAKE_A_KEY =
  'make one with `openssl rand -base64 32`, or with `node -p "crypto.randomBytes(32).toString(\'base64\')"`';

const CIPHER = 'aes-256-gcm';
/** The prefix of sealed texts. A new format needs a new prefix; this one must stay readable. */
const VERSION = 'v1';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/**
 * Keys are 32 bytes. AES-256-GCM with a new nonce for every text: `v1.<key id>.<nonce, text and tag in base64url>`. `former`
 * only opens what it once sealed.
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
        throw new SealedElsewhere('It isn’t a sealed text of this version of Sightline.');
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

/** Undefined without ENCRYPTION_KEY: then nothing secret is kept. */
export function createVaultIfAny(config: {
  encryptionKey?: Uint8Array;
  formerEncryptionKey?: Uint8Array;
}): Vault | undefined {
  return config.encryptionKey && createVault(config.encryptionKey, config.formerEncryptionKey);
}

/** Identifies a key without revealing it. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update('sightline key id').update(key).digest('hex').slice(0, 8);
}

/** JSON, so that different places never become the same bytes. */
function placeBytes(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place), 'utf8');
}
