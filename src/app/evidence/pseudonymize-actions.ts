import { readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expectBundle } from '../../author/running/bundle-place.ts'
import { createUsageError, isSystemError } from '../../errors/index.ts'
import { publicKeyOf } from '../../evidence/bundle/signer.ts'
import { PseudonymTable } from '../../evidence/pseudonyms/pseudonym-table.ts'
import { writePseudonymousEdition } from '../../evidence/pseudonyms/write-edition.ts'
import { readCrossCheckSubject } from '../../evidence/replay/replay-cross-check.ts'
import { loadCrossCheck } from '../../service/commands/connector-file/load-cross-check.ts'
import type { Context } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { useRuntime } from '../../things/commands/open-runtime.ts'
import { loadTrustedKeys, type TrustOptions } from '../../things/commands/trusted-keys.ts'

export interface PseudonymizeOptions extends TrustOptions {
  readonly out: string
  readonly pseudonyms: string
}

/**
 * Writes the pseudonymous edition of a bundle, and the table of its pseudonyms.
 * @throws CheckwrightError as `writePseudonymousEdition`, `PSEUDONYMS_INVALID`, and `CLI_FILE_FAILED`
 */
export async function runPseudonymizeCommand(
  bundle: string,
  file: string | undefined,
  options: PseudonymizeOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { out: target, pseudonyms: place } = options
  if (resolve(target) === resolve(bundle))
    throw createUsageError('The edition would replace the whole bundle. Name another place with --out.')
  await expectBundle(bundle)
  const { crossCheckId, organizationId } = await readCrossCheckSubject(bundle)
  const crossCheck = await loadCrossCheck(crossCheckId, file)
  const table = await readTable(place, organizationId)
  const trusted = await loadTrustedKeys(options, terminal)
  const { signer, head } = await useRuntime(options, terminal, { connectors: [] }, async ({ signing }) => {
    const signer = await signing.signer()
    return { signer, ...(await writePseudonymousEdition(bundle, target, { crossCheck, table, trusted, signer })) }
  })
  await writeTable(place, table)
  const { fingerprint } = publicKeyOf(signer.publicKey)
  const { of } = head.edition ?? {}
  if (options.json) terminal.json({ out: target, pseudonyms: place, status: head.status, of, signer: fingerprint })
  else {
    terminal.out.line(`Written: ${target}`)
    terminal.out.line(`Table:   ${place} (keep it, and give it to nobody)`)
    terminal.err.line(`Signed:  ${fingerprint} (${formatCommand(shell`verify ${target}`, options)})`)
  }
  return exitCodes.fine
}

async function readTable(place: string, organizationId: string): Promise<PseudonymTable> {
  const text = await readFile(place, 'utf8').catch((error: unknown) => {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined
    throw createFileError(`"${place}" cannot be read`, error, 'Name the table of an earlier edition, or a new file.')
  })
  return text === undefined ? PseudonymTable.create(organizationId) : PseudonymTable.parse(text, organizationId)
}

/** Replaced as a whole: half a table could not say whom an older edition means. */
async function writeTable(place: string, table: PseudonymTable): Promise<void> {
  const draft = `${place}.draft`
  try {
    await writeFile(draft, table.toText(), { mode: 0o600 })
    await rename(draft, place)
  } catch (error) {
    throw createFileError(`"${place}" cannot be written`, error, 'Name a file in a folder that you may write to.')
  }
}
