/** Seals tokens and API keys for the store with ENCRYPTION_KEY, and fingerprints personal tokens. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from './errors.ts';

/** Creates a token for an assistant that acts for a person. It's shown once; the store keeps only its fingerprint. */
export function createPersonalToken(): string {
  return `slt_${randomBytes(32).toString('base64url')}`;
}

/** Needs no salt: nobody can guess 32 random bytes. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Matches personal tokens by their form, since only their owners know them. */
export function redactPersonalTokens(text: string): string {
  return text.replace(/\bslt_[\w-]{8,}/g, '[secret]');
}

/** A sealed text can't be opened: wrong key, wrong place, or damaged. The message contains no secret. */
export class SealedElsewhere extends AppError {
  readonly code = 'sealed_elsewhere';
}

/** Seals and opens texts. A text can only be opened for the `place` (workspace first) it was sealed for. */
export type Vault = ReturnType<typeof createVault>;

export const HOW_TO_MAKE_A_KEY =
  'make one with `openssl rand -base64 32`, or with `node -p "crypto.randomBytes(32).toString(\'base64\')"`';

const CIPHER = 'aes-256-gcm';
/** The prefix of sealed texts. A new format needs a new prefix; this one must stay readable. */
const VERSION = 'v1';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** Keys are 32 bytes; `former` only opens. AES-256-GCM: `v1.<key id>.<nonce, text and tag in base64url>`. */
export function createVault(key: Uint8Array, former?: Uint8Array) {
  const keyId = idOf(key);
  const keys = new Map([key, ...(former ? [former] : [])].map((one) => [idOf(one), one]));

  return {
    seal(text: string, place: readonly string[]): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(encodePlace(place));
      const content = Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return [VERSION, keyId, content.toString('base64url')].join('.');
    },

    /** Whether it was sealed with another key than the current one. */
    isFormer: (sealed: string) => sealed.split('.')[1] !== keyId,

    /** @throws SealedElsewhere */
    open(sealed: string, place: readonly string[]): string {
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
        decipher.setAAD(encodePlace(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SealedElsewhere('It was sealed for another place, or it is damaged.', { cause });
      }
    },
  };
}

/** Undefined without ENCRYPTION_KEY: then no secret is stored. */
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

/** As JSON, so that different places never give the same bytes. */
function encodePlace(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place), 'utf8');
}

/** Whether an HTTP header can carry the key. */
export const isSendable = (apiKey: string) => /^[\x21-\x7e]+$/.test(apiKey);

/** For a key that can't be sent in a header. */
export function badKeySentence(keyName: string): string {
  return `${keyName} can’t be an API key: a key is one word of letters, digits and signs, without “Bearer” before it.`;
}
