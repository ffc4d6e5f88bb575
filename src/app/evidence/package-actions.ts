import { loadNamedFramework } from '../../author/commands/controls-actions.ts'
import { isSystemError, StoreError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { countNoun } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { useOrganization } from '../../things/commands/use-organization.ts'
import { writePackage } from '../../things/packages/making/store-package.ts'

export interface PackageCommandOptions extends GlobalOptions {
  readonly from: string
  readonly to: string
  readonly out: string
  /** Ids. @default the whole organization */
  readonly connection?: readonly string[] | undefined
  readonly requireEvidence?: boolean | undefined
}

/** Writes the package of a framework and a period. @throws CheckwrightError as `writePackage`, and `CLI_FILE_FAILED` */
export async function runPackageCommand(
  target: string,
  options: PackageCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const framework = await loadNamedFramework(target)
  const { from, to, out: place, connection: connections, requireEvidence } = options
  const made = await useOrganization(options, terminal, async (runtime, organizationId) => {
    const order = { organizationId, framework, from, to, connections, requireEvidence, target: place }
    const { manifestSha256, gaps, runIds } = await writePackage(runtime, order).catch((error: unknown) => {
      if (!isSystemError(error)) throw error
      throw createFileError(`"${place}" cannot be written`, error, 'Name a place that you may write to.')
    })
    return { manifestSha256, gaps, runs: runIds.length }
  })
  if (made === undefined)
    throw new StoreError('The store has no organization, and so no package.', { code: 'NOT_FOUND' })
  const { out, err, json } = terminal
  if (options.json) json({ out: place, ...made })
  else {
    out.line(`Written: ${place}`)
    const lacks = made.gaps === 0 ? 'no gaps' : `${countNoun(made.gaps, 'gap')}, which it names`
    err.line(
      `It speaks about ${countNoun(made.runs, 'run')} and has ${lacks}. Its manifest.json has the SHA-256 ${made.manifestSha256}.`,
    )
    err.line(`Verify it by: ${formatCommand(shell`verify ${place}`, options)}`)
  }
  return exitCodes.fine
}
