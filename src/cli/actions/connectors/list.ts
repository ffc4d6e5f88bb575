import { listConnectors } from '../../../../connectors/index.ts'
import { countNoun } from '../../../text/count-noun.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { formatColumns } from '../../output/format-columns.ts'

/** The shipped connectors: their checks, and how they sign in. Loads none of them. */
export async function runListCommand({ json }: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const connectors = await listConnectors()
  if (json) {
    terminal.json(connectors)
    return exitCodes.fine
  }
  const { out } = terminal
  out.write(
    formatColumns(
      connectors.map(({ id, name, auth, checks, description = name }) => [
        id,
        auth,
        countNoun(checks.length, 'check'),
        description,
      ]),
      out,
    ),
  )
  return exitCodes.fine
}
