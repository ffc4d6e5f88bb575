import { countNoun } from '../../../text/count-noun.ts'
import { loadCatalogue } from '../../connector-file/catalogue.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { formatColumns } from '../../output/format-columns.ts'

/** The shipped connectors: their checks, and how they sign in. */
export async function runListCommand({ json }: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const connectors = await loadCatalogue()
  if (json) {
    terminal.json(connectors)
    return exitCodes.fine
  }
  const { out } = terminal
  out.write(
    formatColumns(
      connectors.map(({ id, name, auth, checks, description }) => [
        id,
        auth,
        countNoun(checks.length, 'check'),
        description ?? name,
      ]),
      out,
    ),
  )
  return exitCodes.fine
}
