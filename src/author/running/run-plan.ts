import { chooseWork } from '../../checks/choose-checks.ts'
import { resolveRunVariables } from '../../checks/context/run-variables.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError, CredentialError, createUsageError } from '../../errors/index.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import {
  createUnknownConnectorError,
  isFile,
  type LoadedTarget,
  loadConnectors,
  loadShipped,
} from '../../service/commands/connector-file/load-connector.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { shell } from '../../text/quote-for-shell.ts'
import {
  askMissing,
  type EnteredValues,
  listMissingFields,
  listRunFields,
  parseAssignments,
  readCredentialsFromEnvironment,
  readCredentialsFromFile,
} from '../../things/commands/credentials-input.ts'
import { findOrganization, hasStore, useRuntime } from '../../things/commands/open-runtime.ts'
import type { Connection } from '../../things/runtime/runtime.ts'

export interface PlanOptions extends GlobalOptions {
  readonly check?: readonly string[] | undefined
  /** Kinds or parts of inventories. */
  readonly inventories?: readonly string[] | undefined
  readonly credentials?: string | undefined
  readonly var?: readonly string[] | undefined
  /** Id of a stored connection of the one connector. */
  readonly connection?: string | undefined
}

/** One connector's run: its checks, and its account. */
export interface Job {
  readonly connector: AnyConnector
  readonly checks: readonly string[] | undefined
  readonly inventories: readonly string[] | undefined
  readonly variables: Readonly<Record<string, string>>
  readonly as: { readonly credentials: EnteredValues } | { readonly connection: Connection }
}

export interface JobPlan {
  readonly jobs: readonly Job[]
  readonly isList: boolean
}

/**
 * Turns the command line into jobs. All its errors show before anybody is asked for a credential.
 * @throws CheckwrightError for an unknown target, check or variable, and for several connections to choose from
 */
export async function planRun(target: string, options: PlanOptions, terminal: Terminal): Promise<JobPlan> {
  const assignments = parseAssignments('--var', options.var)
  const { connectors, isList, connection } = await resolveTarget(target, options, terminal)
  const chosen = connectors.flatMap((connector) => {
    const checks =
      options.check &&
      pickIds(
        options.check,
        connectors,
        connector.checks.map(({ id }) => id),
      )
    const inventories = options.inventories && pickIds(options.inventories, connectors, listInventoryNames(connector))
    if (checks?.length === 0 || inventories?.length === 0) return []
    const variables = pickValues(assignments, pickIds(Object.keys(assignments), connectors, listVariableIds(connector)))
    resolveRunVariables(connector, chooseWork(connector, { checks, inventories }).checks, variables)
    return [{ connector, checks, inventories, variables }]
  })
  demandKnown(
    options.check,
    chosen.flatMap(({ checks = [] }) => checks),
    'check',
    'CHECK_UNKNOWN',
  )
  demandKnown(
    options.inventories,
    chosen.flatMap(({ inventories = [] }) => inventories),
    'inventory',
    'INVENTORY_UNKNOWN',
  )
  demandKnown(
    Object.keys(assignments),
    chosen.flatMap(({ variables }) => Object.keys(variables)),
    'variable',
    'VARIABLE_INVALID',
  )
  const fromFile =
    options.credentials === undefined
      ? undefined
      : await readCredentialsFromFile(options.credentials, connectors, isList, terminal)
  const jobs: Job[] = []
  // Of several connectors, the others run. This one ends in errors, so that nobody takes the rest for all.
  const runWithout = (error: unknown): Job['as'] => {
    if (chosen.length === 1 || !(error instanceof CredentialError) || error.code !== 'CREDENTIAL_MISSING') throw error
    terminal.err.line(error.message)
    return { credentials: {} }
  }
  const named = connection ?? (await findNamedConnection(connectors, options, terminal))
  for (const each of chosen) {
    const as = named
      ? { connection: named }
      : await chooseActor(target, each.connector, fromFile, options, terminal).catch(runWithout)
    jobs.push({ ...each, as })
  }
  return { jobs, isList }
}

/** A file, a shipped connector, or a stored connection. */
async function resolveTarget(
  target: string,
  options: PlanOptions,
  terminal: Terminal,
): Promise<LoadedTarget & { readonly connection?: Connection }> {
  if (isFile(target)) return loadConnectors(target)
  const shipped = await loadShipped(target)
  if (shipped) return { connectors: [shipped], isList: false }
  const connection = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, (runtime) =>
        runtime.connections.get({ id: target, organizationId: options.org }),
      )
    : undefined
  if (!connection) throw createUnknownConnectorError(target, ', and no connection with that id')
  const connector = await loadShipped(connection.connector)
  if (connector) return { connectors: [connector], isList: false, connection }
  throw new CheckwrightError(
    `The connection belongs to the connector "${connection.connector}", which does not come with Checkwright. Run the file of that connector instead. It finds the connection.`,
    { code: 'CONNECTOR_UNKNOWN' },
  )
}

/** @throws CheckwrightError `CLI_USAGE` for a connection that is not there, or is of another connector */
async function findNamedConnection(
  connectors: readonly AnyConnector[],
  options: PlanOptions,
  terminal: Terminal,
): Promise<Connection | undefined> {
  const { connection: id, credentials, org: organizationId } = options
  if (id === undefined) return undefined
  if (credentials !== undefined)
    throw createUsageError('--connection cannot be used with --credentials. Remove one of them.')
  const connection = hasStore(options)
    ? await useRuntime(options, terminal, { connectors }, (runtime) => runtime.connections.get({ id, organizationId }))
    : undefined
  if (!connection)
    throw createUsageError(
      `There is no connection "${id}". "${formatCommand(shell`connections`, options)}" lists them.`,
    )
  const [connector, ...others] = connectors
  if (others.length === 0 && connector?.id === connection.connector) return connection
  throw createUsageError(
    `The connection belongs to the connector "${connection.connector}". Name only the file of that connector.`,
  )
}

/**
 * A file of credentials, otherwise a complete environment, otherwise the one stored connection, otherwise values that a
 * person enters.
 */
async function chooseActor(
  target: string,
  connector: AnyConnector,
  fromFile: ReadonlyMap<string, EnteredValues> | undefined,
  options: PlanOptions,
  terminal: Terminal,
): Promise<Job['as']> {
  const entered = fromFile?.get(connector.id)
  if (entered) return { credentials: entered }
  const fields = listRunFields(connector.definition)
  const known = readCredentialsFromEnvironment(connector, fields, terminal)
  if (listMissingFields(fields, known).length === 0) return { credentials: known }
  const connection = await findOnlyConnection(target, connector, options, terminal)
  if (connection) return { connection }
  const connect = formatCommand(shell`connect ${isFile(target) ? target : connector.id}`, options)
  const isSignedIn = isSignedInInBrowser(connector)
  return {
    credentials: await askMissing(
      connector,
      fields,
      known,
      isSignedIn
        ? `You sign in at ${connector.definition.name} once: ${connect}. Or enter a token, which Checkwright does not store.`
        : `Checkwright does not store them. To store them: ${connect}`,
      terminal,
      isSignedIn ? `${connector.definition.name} is not connected. Connect it: ${connect}` : undefined,
    ),
  }
}

/** Nobody has an access token ready: people get it by signing in at the vendor. */
function isSignedInInBrowser({ definition: { auth } }: AnyConnector): boolean {
  return auth.type === 'oauth2' && auth.config.grant !== 'client_credentials'
}

async function findOnlyConnection(
  target: string,
  connector: AnyConnector,
  options: GlobalOptions,
  terminal: Terminal,
): Promise<Connection | undefined> {
  if (!hasStore(options)) return undefined
  const active = await useRuntime(options, terminal, { connectors: [connector] }, async (runtime) => {
    const organizationId = await findOrganization(runtime, options)
    if (organizationId === undefined) return []
    const connections = await runtime.connections.list({ organizationId, connector })
    return connections.filter(({ state }) => state === 'active')
  })
  if (active.length <= 1) return active[0]
  const choices = active.map(
    ({ id, createdAt }) =>
      `  ${formatCommand(isFile(target) ? shell`run ${target} --connection ${id}` : shell`run ${id}`, options)}   (connected ${createdAt.slice(0, 10)})`,
  )
  throw createUsageError(
    `There are ${active.length} connections of ${connector.definition.name}. Run one of them by its id:\n${choices.join('\n')}`,
  )
}

/** With one connector, all ids stay, so that its own error lists the unknown and the known ones. */
function pickIds(
  ids: readonly string[],
  connectors: readonly AnyConnector[],
  known: readonly string[],
): readonly string[] {
  return connectors.length === 1 ? ids : ids.filter((id) => known.includes(id))
}

function demandKnown(
  assignments: readonly string[] = [],
  known: readonly string[],
  noun: string,
  code: 'CHECK_UNKNOWN' | 'INVENTORY_UNKNOWN' | 'VARIABLE_INVALID',
): void {
  const unknown = assignments.filter((id) => !known.includes(id))
  if (unknown.length === 0) return
  throw new CheckwrightError(
    `The connectors have no ${noun} ${unknown.map((id) => `"${id}"`).join(', ')}. "checkwright show" lists what they have.`,
    { code },
  )
}

/** By kind, and those that are a part by their own name, too. */
function listInventoryNames({ inventories }: AnyConnector): readonly string[] {
  return inventories.flatMap((inventory) => [inventory.of, formatInventoryName(inventory)])
}

function listVariableIds({ definition, checks }: AnyConnector): readonly string[] {
  const declared = [...(definition.variables ?? []), ...checks.flatMap((check) => check.variables ?? [])]
  return declared.flatMap(({ id, renamed = [] }) => [id, ...renamed])
}

function pickValues(
  values: Readonly<Record<string, string>>,
  ids: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([id]) => ids.includes(id)))
}
