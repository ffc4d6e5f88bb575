import { DefinitionError, type Problem } from '../errors/index.ts'
import { buildCheck, quoteDefinitionId } from './build-check.ts'
import type { Check } from './check/check.ts'
import type { AnyHooks, Hooks } from './check/hooks.ts'
import { type Inventory, isInventory, toInventoryId } from './check/inventory.ts'
import type { AuthType } from './connector/auth-config.ts'
import type { ConnectorDefinition } from './connector/connector-definition.ts'
import type { ConnectorName } from './connector/connector-name.ts'
import { listCaptures, listCredentialFields } from './connector/definition-fields.ts'
import type { Variable } from './connector/variable.ts'
import type { AnyConnector, CheckDefinition, Connector, ConnectorJson } from './connector.ts'
import { buildInventory, findInventoryListProblems } from './define-inventory.ts'
import type { AuthTypeOf, CheckedDefinition, ChoiceIdsOf, CredentialsOf, VariablesOf } from './infer.ts'
import { findConnectorProblems } from './rules/connector-rules.ts'
import { findRenameProblems, findUnequalRenames } from './rules/variable-rules.ts'
import { getSchemas } from './schema/definition-schema.ts'
import { parseData } from './schema/parse-data.ts'

/**
 * Defines a connector: one vendor, how to sign in, and which hosts may get credentials. Validates at once and strictly.
 *
 * @param definition pure data; the result keeps a frozen copy. The types of credentials and variables follow from it.
 * @param hooks code for what data cannot express
 * @throws DefinitionError that lists every problem with its path and remedy
 * @example
 * const acme = defineConnector({
 *   id: 'acme', name: 'Acme', version: '1.0.0', baseUrl: 'https://api.acme.example',
 *   auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
 * })
 */
export function defineConnector<const D extends ConnectorDefinition, const Id extends string>(
  definition: D & { readonly id: Id } & CheckedDefinition<D, Id>,
  hooks?: Hooks<CredentialsOf<D>, VariablesOf<D>, ChoiceIdsOf<D>, AuthTypeOf<D>>,
): Connector<Id, AuthTypeOf<D>, CredentialsOf<D>, VariablesOf<D>> {
  const { data, problems } = parseData(getSchemas().connectorSchema, definition, (wellFormed, standIns) =>
    findConnectorProblems(wellFormed, hooks ?? {}, standIns),
  )
  if (data === undefined || problems.length > 0)
    throw new DefinitionError(`Connector${quoteDefinitionId(definition)}`, problems)
  return buildConnector(data, freezeHooks((hooks ?? {}) as AnyHooks), { checks: [], inventories: [] }) as Connector<
    Id,
    AuthTypeOf<D>,
    CredentialsOf<D>,
    VariablesOf<D>
  >
}

/** Whether a value is a connector, also one of another copy of this package. */
export function isConnector(value: unknown): value is AnyConnector {
  const candidate = value as Partial<AnyConnector> | null | undefined
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    typeof candidate.id === 'string' &&
    typeof candidate.definition?.id === 'string' &&
    typeof candidate.hooks === 'object' &&
    Array.isArray(candidate.checks)
  )
}

/** The name of a connector in runs and recordings. */
export function nameConnector({ id, definition, source }: AnyConnector): ConnectorName {
  return { id, version: definition.version ?? '0.0.0', source }
}

type AnyValues = Readonly<Record<string, unknown>>
type Built = Connector<string, AuthType, AnyValues, AnyValues>

interface ConnectorParts {
  readonly checks: readonly Check[]
  readonly inventories: readonly Inventory[]
}

function buildConnector(
  definition: ConnectorDefinition,
  hooks: AnyHooks,
  { checks, inventories }: ConnectorParts,
): Built {
  const connector: Built = {
    id: definition.id,
    definition,
    hooks,
    checks: Object.freeze([...checks]),
    inventories: Object.freeze([...inventories]),
    check: <const Own extends readonly Variable[]>(check: CheckDefinition<AnyValues, AnyValues, AuthType, Own>) =>
      buildCheck(definition, check),
    inventory: (inventory) => buildInventory(definition, inventory) as never,
    with: (...more) => buildConnector(definition, hooks, joinParts(definition, { checks, inventories }, more)),
    withChecksOf: (other) =>
      buildConnector(definition, hooks, joinParts(definition, { checks, inventories }, copyParts(definition, other))),
    toJSON: () => toConnectorJson(definition, hooks, { checks, inventories }),
  }
  return Object.freeze(connector)
}

/** Checks and inventories of the same vendor by another sign-in, as those of this connector. */
function copyParts(definition: ConnectorDefinition, other: AnyConnector): readonly (Check | Inventory)[] {
  const fields = new Set([...listCredentialFields(definition), ...listCaptures(definition)].map(({ id }) => id))
  const variables = new Set((definition.variables ?? []).map(({ id }) => id))
  const missing = (path: string, entries: readonly { readonly id: string }[], known: ReadonlySet<string>): Problem[] =>
    entries
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => ({ path, message: `has no "${id}", which the checks of "${other.id}" read; declare it` }))
  const problems = [
    ...missing('credentialFields', other.definition.credentialFields ?? [], fields),
    ...missing('variables', other.definition.variables ?? [], variables),
  ]
  if (problems.length > 0) throw new DefinitionError(`Connector "${definition.id}"`, problems)
  const copies = new Map(other.inventories.map((inventory) => [inventory, copyInventory(definition, inventory)]))
  const checks = other.checks.map(({ connectorId: _other, reads, ...check }) => {
    const copiedReads = reads?.map((use) => ({ ...use, inventory: copies.get(use.inventory) }))
    return buildCheck(definition, { ...check, reads: copiedReads })
  })
  return [...copies.values(), ...checks]
}

function copyInventory(connector: ConnectorDefinition, inventory: Inventory): Inventory {
  return Object.freeze({ ...inventory, connector, copiedFrom: inventory.copiedFrom ?? inventory.connector.id })
}

function joinParts(
  definition: ConnectorDefinition,
  before: ConnectorParts,
  more: readonly (Check | Inventory)[],
): ConnectorParts {
  const inventories = [...before.inventories, ...more.filter(isInventory)]
  const checks = [...before.checks, ...more.filter((part): part is Check => !isInventory(part))]
  const own = checks.filter((check) => check?.connectorId === definition.id)
  const seen = new Set<string>()
  const problems = checks.flatMap((check): Problem[] => {
    const path = `with(${check?.id ?? '?'})`
    if (check?.connectorId !== definition.id) {
      const owner = check?.connectorId === undefined ? 'is not a check' : `belongs to connector "${check.connectorId}"`
      // A question belongs to the connector of its inventory, so that no check(…) makes it ours.
      return [
        {
          path,
          message: `${owner}; define it with ${definition.id}.check(…), or ask a question of an inventory of ${definition.id}`,
        },
      ]
    }
    if (seen.has(check.id)) return [{ path, message: 'another check has this id; rename one of them' }]
    seen.add(check.id)
    return (check.reads ?? []).flatMap(({ inventory }): Problem[] =>
      inventories.includes(inventory)
        ? []
        : [
            {
              path,
              message: `reads an inventory "${inventory.of}" that this connector does not have; add it here: with(…)`,
            },
          ],
    )
  })
  problems.push(
    ...findForeignInventories(definition, inventories),
    ...findInventoryListProblems(inventories),
    ...findRenameProblems(own),
    ...findUnequalRenames(own),
  )
  if (problems.length > 0) throw new DefinitionError(`Connector "${definition.id}"`, problems)
  return { checks, inventories }
}

function findForeignInventories({ id }: ConnectorDefinition, inventories: readonly Inventory[]): Problem[] {
  return inventories.flatMap(({ of, connector }) =>
    connector.id === id
      ? []
      : [
          {
            path: `with(inventory:${of})`,
            message: `belongs to connector "${connector.id}"; define it by ${id}.inventory(…)`,
          },
        ],
  )
}

function toConnectorJson(
  definition: ConnectorDefinition,
  hooks: AnyHooks,
  { checks, inventories }: ConnectorParts,
): ConnectorJson {
  return {
    ...definition,
    hooks: Object.keys(hooks).sort(),
    checks: checks.map(({ run: _run, connectorId: _connectorId, reads, ...data }) => ({
      ...data,
      reads: reads?.map(({ inventory, members }) => ({
        inventory: toInventoryId(inventory).slice('inventory:'.length),
        members,
      })),
    })),
    inventories:
      inventories.length > 0
        ? inventories.map(
            ({ connector: _connector, list: _list, readFacts: _facts, copiedFrom: _copy, ...data }) => data,
          )
        : undefined,
  }
}

/** Hooks that are there, so that `undefined` means left out. */
function freezeHooks({ options, ...functions }: AnyHooks): AnyHooks {
  const present = <T extends object>(members: T) =>
    Object.freeze(Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)))
  return present({ ...functions, options: options && present(options) })
}
