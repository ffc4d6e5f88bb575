import { DefinitionError, type Problem } from '../errors/index.ts'
import type { AuthType } from './auth-config.ts'
import type { Check } from './check.ts'
import type { AnyConnector, CheckDefinition, Connector, ConnectorDefinition, ConnectorJson } from './connector.ts'
import { listCaptures, listCredentialFields } from './definition-fields.ts'
import { getSchemas } from './definition-schema.ts'
import type { AnyHooks, Hooks } from './hooks.ts'
import type { AuthTypeOf, CheckedDefinition, ChoiceIdsOf, CredentialsOf, VariablesOf } from './infer.ts'
import { parseData } from './parse-data.ts'
import { isPlainObject } from './plain-data.ts'
import { findCheckProblems, findConnectorProblems } from './rules/connector-rules.ts'
import type { Variable } from './variable.ts'

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
  return buildConnector(data, freezeHooks((hooks ?? {}) as AnyHooks), []) as Connector<
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

type Built = Connector<string, AuthType, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>

function buildConnector(definition: ConnectorDefinition, hooks: AnyHooks, checks: readonly Check[]): Built {
  const connector: Built = {
    id: definition.id,
    definition,
    hooks,
    checks: Object.freeze([...checks]),
    check: <const Own extends readonly Variable[]>(
      check: CheckDefinition<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, AuthType, Own>,
    ) => buildCheck(definition, check),
    with: (...more) => buildConnector(definition, hooks, joinChecks(definition, checks, more)),
    withChecksOf: (other) =>
      buildConnector(definition, hooks, joinChecks(definition, checks, copyChecks(definition, other))),
    toJSON: () => toConnectorJson(definition, hooks, checks),
  }
  return Object.freeze(connector)
}

function buildCheck(connector: ConnectorDefinition, input: unknown): Check {
  // A value that is not an object has no code either, so one problem is enough.
  const { run, ...rest } = isPlainObject(input) ? input : { run: () => undefined }
  const { data, problems } = parseData(getSchemas().checkSchema, isPlainObject(input) ? rest : input, (check) =>
    findCheckProblems(check, connector.variables ?? []),
  )
  if (typeof run === 'function' && data !== undefined && problems.length === 0)
    return Object.freeze({ ...data, connectorId: connector.id, run: run as Check['run'] })
  const runProblem = { path: 'run', message: 'is required (a function that asks the vendor and reports results)' }
  throw new DefinitionError(
    `Check${quoteDefinitionId(input)} of connector "${connector.id}"`,
    typeof run === 'function' ? problems : [...problems, runProblem],
  )
}

/** Checks of the same vendor by another sign-in, as checks of this connector. */
function copyChecks(definition: ConnectorDefinition, other: AnyConnector): Check[] {
  const fields = new Set([...listCredentialFields(definition), ...listCaptures(definition)].map(({ id }) => id))
  const variables = new Set((definition.variables ?? []).map(({ id }) => id))
  const missing = (path: string, given: readonly { readonly id: string }[], known: ReadonlySet<string>): Problem[] =>
    given
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => ({ path, message: `lacks "${id}", which the checks of "${other.id}" read; declare it` }))
  const problems = [
    ...missing('credentialFields', other.definition.credentialFields ?? [], fields),
    ...missing('variables', other.definition.variables ?? [], variables),
  ]
  if (problems.length > 0) throw new DefinitionError(`Connector "${definition.id}"`, problems)
  return other.checks.map(({ connectorId: _other, ...check }) => buildCheck(definition, check))
}

function joinChecks(definition: ConnectorDefinition, before: readonly Check[], more: readonly Check[]): Check[] {
  const checks = [...before, ...more]
  const seen = new Set<string>()
  const problems = checks.flatMap((check): Problem[] => {
    if (check?.connectorId !== definition.id) {
      const owner = check?.connectorId === undefined ? 'is not a check' : `belongs to connector "${check.connectorId}"`
      return [{ path: `with(${check?.id ?? '?'})`, message: `${owner}; define it by ${definition.id}.check(…)` }]
    }
    if (seen.has(check.id))
      return [{ path: `with(${check.id})`, message: 'another check has this id; rename one of them' }]
    seen.add(check.id)
    return []
  })
  if (problems.length > 0) throw new DefinitionError(`Connector "${definition.id}"`, problems)
  return checks
}

function toConnectorJson(definition: ConnectorDefinition, hooks: AnyHooks, checks: readonly Check[]): ConnectorJson {
  return {
    ...definition,
    hooks: Object.keys(hooks).sort(),
    checks: checks.map(({ run: _run, connectorId: _connectorId, ...data }) => data),
  }
}

/** Hooks that are there, so that `undefined` means left out. */
function freezeHooks({ options, ...functions }: AnyHooks): AnyHooks {
  const present = <T extends object>(members: T) =>
    Object.freeze(Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)))
  return present({ ...functions, options: options && present(options) })
}

/** The id in quotes, if there is one, so that messages name the definition. */
function quoteDefinitionId(input: unknown): string {
  return isPlainObject(input) && typeof input.id === 'string' ? ` "${input.id}"` : ''
}
