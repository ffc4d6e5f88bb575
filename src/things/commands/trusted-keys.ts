import { CheckwrightError, createUsageError } from '../../errors/index.ts'
import { isFingerprint, publicKeyOf, publicKeysIn } from '../../evidence/bundle/signer.ts'
import type { TrustedKeys } from '../../evidence/verification/verify.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import { readInput } from '../../service/commands/read-input.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { hasStore } from './open-runtime.ts'
import { readSigningKeys } from './signing-keys.ts'

export interface TrustOptions extends GlobalOptions {
  /** Files of public keys, and fingerprints. @default the keys of the store */
  readonly key?: readonly string[] | undefined
}

/** The keys that evidence is verified by. @throws CheckwrightError `SIGNING_KEY_INVALID`, `CLI_USAGE` where there is none */
export async function loadTrustedKeys(options: TrustOptions, terminal: Terminal): Promise<TrustedKeys> {
  const { key: keys } = options
  if (keys) {
    const files = keys.filter((each) => !isFingerprint(each))
    // Otherwise it would be looked for as a file, and nobody would learn that a character is missing.
    if (files.some((each) => each.startsWith('SHA256:')))
      throw new CheckwrightError('A fingerprint in --key is incomplete. It must be "SHA256:" and 43 characters.', {
        code: 'SIGNING_KEY_INVALID',
      })
    const texts = await Promise.all(files.map((file) => readInput('--key', file, terminal)))
    return { keys: texts.flatMap((text) => publicKeysIn(text)), fingerprints: keys.filter(isFingerprint) }
  }
  const own = hasStore(options) ? await readSigningKeys(options) : []
  if (own.length === 0)
    throw createUsageError(
      `The store ${options.store} has no signing key. Give the key of the signer: --key FILE, or --key SHA256:… with the fingerprint that the signer gave you.`,
    )
  return { keys: own.map(({ publicKey }) => publicKeyOf(Buffer.from(publicKey, 'base64'))) }
}
