import { CheckError } from '../../errors/index.ts'
import { loadCrossChecks } from '../../service/commands/connector-file/load-cross-check.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { parseAssignments } from '../../things/commands/credentials-input.ts'
import { demandOrganization, useRuntime } from '../../things/commands/open-runtime.ts'
import type { CrossCheckCommandOptions } from './cross-checks-actions.ts'

export interface CrossCheckVariableOptions extends GlobalOptions, Pick<CrossCheckCommandOptions, 'crossCheck'> {
  /** `id=value`. @default the values are shown */
  readonly var?: readonly string[] | undefined
  /** The others have their defaults again. @default they stay */
  readonly defaults?: boolean | undefined
}

/** Shows or sets the variables of a cross-check. @throws CheckError `CROSS_CHECK_UNKNOWN`; CredentialError `VARIABLE_INVALID` */
export async function setCrossCheckVariables(
  id: string,
  { var: pairs, defaults, crossCheck, ...options }: CrossCheckVariableOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const assignments = parseAssignments('--var', pairs)
  const crossChecks = await loadCrossChecks(crossCheck)
  const { check, variables } = await useRuntime(options, terminal, { connectors: [], crossChecks }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    const read = async () => {
      const state = await runtime.crossChecks.get({ organizationId, id })
      if (state) return state
      throw new CheckError(`There is no cross-check "${id}". See "${formatCommand(shell`cross-checks`, options)}".`, {
        code: 'CROSS_CHECK_UNKNOWN',
      })
    }
    const before = await read()
    if (pairs === undefined && !defaults) return before
    const values = defaults ? {} : before.variables
    await runtime.crossChecks.setVariables({ organizationId, id, variables: { ...values, ...assignments } })
    return read()
  })
  const { out } = terminal
  const rows = (check.variables ?? []).map((variable) => ({
    id: variable.id,
    label: variable.label,
    value: variables[variable.id] ?? variable.default ?? null,
    isDefault: variables[variable.id] === undefined,
  }))
  if (options.json) terminal.json(rows)
  else if (rows.length === 0) out.line('This cross-check has no variables.')
  else
    out.write(
      formatColumns(
        rows.map(({ id: name, label, value, isDefault }) => [
          name,
          `${[value].flat().join(', ')}${isDefault ? ' (default)' : ''}`,
          label,
        ]),
        out,
      ),
    )
  return exitCodes.fine
}
