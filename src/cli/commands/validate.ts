import { connectorIds } from '../../../connectors/index.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError, type ErrorCode, type Problem } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../context.ts'
import { controlWarnings } from '../control-warnings.ts'
import { type ExitCode, exitCodeOfError, exitCodes } from '../exit-codes.ts'
import { loadConnectors } from '../load-connector.ts'
import { LoadError } from '../load-failure.ts'
import { tellError } from '../output/report-error.ts'
import { replayWarnings } from '../replay-warnings.ts'

interface Validation {
  readonly target: string
  readonly valid: boolean
  readonly connectors: readonly { readonly id: string; readonly checks: readonly string[] }[]
  readonly warnings: readonly Problem[]
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly problems: readonly Problem[] }
}

/** Loads every target, so that of several all are judged, and tells what is wrong with each. */
export async function validate(
  targets: readonly string[],
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { out } = terminal
  const validations: Validation[] = []
  let exitCode: ExitCode = exitCodes.fine
  for (const target of targets.length > 0 ? targets : connectorIds) {
    try {
      const { connectors } = await loadConnectors(target)
      const validation = await judged(target, connectors)
      validations.push(validation)
      if (!options.json) tellValid(validation, connectors, out)
    } catch (error) {
      if (!(error instanceof CheckwrightError)) throw error
      const problems = error instanceof LoadError ? error.problems : []
      const { code, message } = error
      validations.push({ target, valid: false, connectors: [], warnings: [], error: { code, message, problems } })
      tellError(error, terminal, { debug: options.debug })
      // A connector that does not load outweighs an id that nobody knows.
      exitCode = exitCode === exitCodes.notLoaded ? exitCode : exitCodeOfError(code)
    }
  }
  if (options.json) terminal.json(validations)
  return exitCode
}

async function judged(target: string, connectors: readonly AnyConnector[]): Promise<Validation> {
  const controls = await Promise.all(connectors.map((connector) => controlWarnings(target, connector)))
  return {
    target,
    valid: true,
    connectors: connectors.map(({ id, checks }) => ({ id, checks: checks.map((check) => check.id) })),
    warnings: [...connectors.flatMap(warningsOf), ...(await replayWarnings(target, connectors)), ...controls.flat()],
  }
}

/** What is allowed and hardly ever meant. */
function warningsOf({ id, checks }: AnyConnector): Problem[] {
  if (checks.length === 0) return [{ path: id, message: `has no checks; add them by .with(…)` }]
  return []
}

function tellValid(
  { target, warnings }: Validation,
  connectors: readonly AnyConnector[],
  out: Context['terminal']['out'],
): void {
  for (const { id, definition, checks } of connectors) {
    const count = `${checks.length} check${checks.length === 1 ? '' : 's'}`
    out.line(
      `${out.paint('green', '✓')} ${target === id ? '' : `${target}: `}${id} ${definition.version ?? ''} is valid, ${count}`,
    )
  }
  for (const { path, message } of warnings) out.line(`${out.paint('yellow', '!')} ${path} ${message}`)
}
