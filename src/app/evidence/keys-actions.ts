import { StoreError } from '../../errors/index.ts'
import { formatPem } from '../../evidence/bundle/signer.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import type { KeyCheckOptions } from '../../service/store/keys/key-check.ts'
import { countNoun } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { listMasterKeyUses, openStore, resolveKeys, rotateKeys } from '../../things/all-stores/index.ts'
import { hasStore } from '../../things/commands/open-runtime.ts'
import { readSigningKeys } from '../../things/commands/signing-keys.ts'

/** Which master keys the store needs, which are configured, and which may be retired. */
export function showKeysStatus(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  return openKeysFor(options, async (keys) => {
    const uses = await listMasterKeyUses(keys)
    if (options.json) terminal.json({ source: keys.keys.source, keys: uses })
    else {
      terminal.out.line(`Master keys from ${keys.keys.source}`)
      const rows = uses.map(({ id, current, configured, dataKeys }) => [
        id,
        countNoun(dataKeys, 'data key'),
        current
          ? 'current: encrypts from now on'
          : !configured
            ? 'missing: configure it'
            : dataKeys === 0
              ? 'may be retired'
              : `run "${formatCommand(shell`keys rotate`, options)}", and you can remove it`,
      ])
      terminal.out.write(formatColumns(rows, terminal.out))
    }
    return uses.some(({ configured }) => !configured) ? exitCodes.usage : exitCodes.fine
  })
}

/** Wraps every data key by the current master key. */
export function rotateStoreKeys(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  return openKeysFor(options, async (keys) => {
    const rotated = await rotateKeys(keys)
    const { currentId, ids } = keys.keys
    if (options.json) terminal.json({ rotated, currentId })
    else {
      terminal.out.line(`${countNoun(rotated, 'data key')} encrypted again with master key "${currentId}".`)
      if (ids.length === 1)
        terminal.out.line('There is no other master key. To rotate, put a new one in front of it first.')
    }
    return exitCodes.fine
  })
}

/** The public keys of evidence, for people who verify it. */
export async function exportSigningKeys(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  demandStore(options)
  const keys = await readSigningKeys(options)
  if (keys.length === 0)
    throw new StoreError(
      `There is no signing key yet. The first "${formatCommand(shell`run <connection> --out FOLDER`, options)}" creates it.`,
      {
        code: 'NOT_FOUND',
      },
    )
  const shown = keys.map(({ fingerprint, publicKey, createdAtMs }) => ({
    fingerprint,
    createdAt: new Date(createdAtMs).toISOString(),
    publicKey: formatPem(Buffer.from(publicKey, 'base64')),
  }))
  if (options.json) terminal.json(shown)
  else {
    // On stderr, so that "> key.pem" contains only the keys.
    for (const { fingerprint, createdAt } of shown) terminal.err.line(`${fingerprint}  since ${createdAt.slice(0, 10)}`)
    terminal.out.write(shown.map(({ publicKey }) => publicKey).join(''))
  }
  return exitCodes.fine
}

async function openKeysFor<T>(options: GlobalOptions, work: (keys: KeyCheckOptions) => Promise<T>): Promise<T> {
  demandStore(options)
  const store = await openStore(options.store)
  try {
    const keys = await resolveKeys({ env: process.env, storeUrl: options.store, create: false })
    return await work({ keys, dataKeys: store.dataKeys })
  } finally {
    await store.close()
  }
}

/** Looking makes neither a store nor a key. */
function demandStore(options: GlobalOptions): void {
  if (!hasStore(options)) throw new StoreError(`There is no store at ${options.store} yet.`, { code: 'NOT_FOUND' })
}
