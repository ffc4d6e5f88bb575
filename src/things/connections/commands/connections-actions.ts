import { isChoice } from '../../../define/index.ts'
import { CheckwrightError, createUsageError, StoreError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import { loadConnector, loadShipped } from '../../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodeOfTest, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import type { Terminal } from '../../../service/commands/terminal.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { hasStore, listStored, useRuntime } from '../../commands/open-runtime.ts'
import type { Connection, ConnectionTest, Runtime } from '../../runtime/runtime.ts'
import { listDeclaredVariables } from '../declared-variables.ts'

/** The connections of an organization, newest first. */
export async function listConnections(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const connections = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.connections.list({ organizationId }),
  )
  const fields = await loadFields(connections, options, terminal)
  const listed = connections.map((each) => ({ ...each, fields: fields.get(each.id) ?? {} }))
  if (options.json) terminal.json(listed)
  else if (connections.length === 0)
    terminal.out.line(`There are no connections yet. Make one: ${formatCommand(shell`connect <connector>`, options)}`)
  else {
    const rows = listed.map((each) => [
      each.id,
      each.connector,
      cleanLine([...(each.name === undefined ? [] : [each.name]), ...Object.values(each.fields)].join(' · ')),
      each.createdAt.slice(0, 10),
      formatConnectionState(each),
    ])
    terminal.out.write(formatColumns(rows, terminal.out))
  }
  return exitCodes.fine
}

/** What was typed and is no secret, of connections of the shipped connectors: only a connector says what is secret. */
async function loadFields(
  connections: readonly Connection[],
  options: GlobalOptions,
  terminal: Terminal,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const loaded = await Promise.all([...new Set(connections.map(({ connector }) => connector))].map(loadShipped))
  const connectors = loaded.filter((connector) => connector !== undefined)
  const [first] = connections
  if (first === undefined || connectors.length === 0) return new Map()
  const { organizationId } = first
  const found = await useRuntime(options, terminal, { connectors }, (runtime) =>
    runtime.connections.publicFields({ organizationId, connections }),
  )
  return new Map([...found].map(([id, fields]) => [id, Object.fromEntries(fields.map((one) => [one.id, one.value]))]))
}

/** The names that people gave connections, by id. */
export async function loadConnectionNames(
  { connections }: Runtime,
  organizationId: string,
): Promise<ReadonlyMap<string, string>> {
  const all = await connections.list({ organizationId })
  return new Map(all.flatMap(({ id, name }) => (name === undefined ? [] : [[id, cleanLine(name)]])))
}

function formatConnectionState({ state, stateReason }: Connection): string {
  return `${state.replace('_', ' ')}${stateReason === undefined ? '' : `: ${cleanLine(stateReason)}`}`
}

export interface ChangeOptions extends GlobalOptions {
  /** File of the connection's connector, if that is not a shipped one. */
  readonly connector?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
}

/** Tests, pauses, resumes or disconnects one connection. */
export async function changeConnection(
  verb: 'test' | 'pause' | 'resume' | 'disconnect',
  id: string,
  options: ChangeOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const ref = { id, organizationId: options.org }
  const connection = await findExistingConnection(options, terminal, ref)
  // Only a test at the vendor needs the connector.
  const needsConnector = verb === 'test' || verb === 'disconnect'
  const connectors = needsConnector ? [await loadConnectorOfConnection(connection, options)] : []
  return useRuntime(
    options,
    terminal,
    { connectors, allowPrivateNetwork: options.allowPrivateNetwork },
    async ({ connections }) => {
      if (verb === 'test') {
        const test = await connections.test(ref)
        if (options.json) terminal.json(toJsonTest(test))
        else tellTest(test, terminal)
        return exitCodeOfTest(test)
      }
      const changed = await connections[verb](ref)
      if (options.json) terminal.json(changed)
      else terminal.out.line(`${changed.id} is ${formatConnectionState(changed)}`)
      return exitCodes.fine
    },
  )
}

/** What a variable of a connection can be, as the vendor says; else what its connector lists. */
export async function listVariableChoices(
  id: string,
  variableId: string,
  options: ChangeOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const ref = { id, organizationId: options.org }
  const connector = await loadConnectorOfConnection(await findExistingConnection(options, terminal, ref), options)
  const { variable } = listDeclaredVariables(connector).find((declared) => declared.variable.id === variableId) ?? {}
  if (variable === undefined || !isChoice(variable)) {
    const choices = listDeclaredVariables(connector).flatMap((one) => (isChoice(one.variable) ? [one.variable.id] : []))
    const message = `${connector.definition.name} has no variable "${variableId}" with choices; it has ${choices.join(', ') || 'none'}.`
    throw createUsageError(message)
  }
  const opening = { connectors: [connector], allowPrivateNetwork: options.allowPrivateNetwork }
  const fetched = await useRuntime(options, terminal, opening, (runtime) =>
    runtime.connections.options(ref, variableId),
  )
  if (fetched?.ok === false)
    terminal.err.line(`${connector.definition.name} did not send the choices: ${cleanLine(fetched.message)}`)
  const listed = fetched?.ok ? fetched.options : (variable.options ?? [])
  if (options.json) terminal.json(listed)
  else
    terminal.out.write(
      formatColumns(
        listed.map(({ value, label }) => [value, label === value ? '' : cleanLine(label)]),
        terminal.out,
      ),
    )
  return fetched?.ok === false ? exitCodes.undecided : exitCodes.fine
}

/** The outcome of a test as the commands print it: with the words of the API. */
export function toJsonTest({ undecided, ...test }: ConnectionTest) {
  return { ...test, untold: undecided }
}

/** The vendor's answer to the credentials. */
export function tellTest({ ok, message }: ConnectionTest, { out }: Terminal): void {
  const text = message === undefined ? '' : ` ${cleanLine(message)}`
  if (ok) out.line(`${out.paint('green', '✓')} ${text === '' ? 'The vendor accepts the credentials.' : text.trim()}`)
  else out.line(`${out.paint('red', '✗')} The test failed.${text}`)
}

export async function findExistingConnection(
  options: GlobalOptions,
  terminal: Terminal,
  ref: Exclude<Parameters<Runtime['connections']['get']>[0], string>,
): Promise<Connection> {
  const connection = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, (runtime) => runtime.connections.get(ref))
    : undefined
  if (connection) return connection
  throw new StoreError(
    `There is no connection "${ref.id}". "${formatCommand(shell`connections`, options)}" lists them.`,
    {
      code: 'NOT_FOUND',
    },
  )
}

export async function loadConnectorOfConnection(
  { connector: id }: Connection,
  options: Pick<ChangeOptions, 'connector'>,
) {
  const connector = options.connector === undefined ? await loadShipped(id) : await loadConnector(options.connector)
  if (connector?.id === id) return connector
  throw new CheckwrightError(
    connector
      ? `The connection belongs to the connector "${id}", but ${options.connector} defines "${connector.id}". Name the file of "${id}".`
      : `The connector "${id}" of this connection is not a shipped one. Name its file: --connector ./${id}.ts`,
    { code: 'CONNECTOR_UNKNOWN' },
  )
}
