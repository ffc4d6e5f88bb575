import { connectorIds } from '../../../../connectors/index.ts'
import { countNoun } from '../../../text/count-noun.ts'
import { loadShipped } from '../../connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { formatColumns } from '../../output/format-columns.ts'

/** The shipped connectors: their checks, and how they sign in. */
export async function runListCommand({ json }: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const loaded = await Promise.all(connectorIds.map(loadShipped))
  const connectors = loaded.filter((connector) => connector !== undefined)
  if (json) {
    terminal.json(
      connectors.map(({ id, definition: { name, version, description, category, auth }, checks }) => ({
        id,
        name,
        version,
        category,
        description,
        auth: auth.type,
        checks: checks.map((check) => check.id),
      })),
    )
    return exitCodes.fine
  }
  const { out } = terminal
  out.write(
    formatColumns(
      connectors.map(({ id, definition, checks }) => [
        id,
        definition.auth.type,
        countNoun(checks.length, 'check'),
        definition.description ?? definition.name,
      ]),
      out,
    ),
  )
  return exitCodes.fine
}
