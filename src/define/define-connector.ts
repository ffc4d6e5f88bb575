import * as z from 'zod/mini'
import { DefinitionError, type Problem } from '../errors/index.ts'
import type { AuthType } from './auth-config.ts'
import type { Check, CheckContext, CheckData } from './check.ts'
import type { AnyConnector, CheckDefinition, Connector, ConnectorDefinition, ConnectorJson } from './connector.ts'
import type { AnyHooks, Hooks } from './hooks.ts'
import type { AuthTypeOf, Checked, ChoiceIdsOf, CredentialsOf, VariablesOf } from './infer.ts'
import { problemsOf } from './problems.ts'
import { checkProblems, connectorProblems } from './rules.ts'
import { checkSchema, connectorSchema } from './schema.ts'
import type { Variable } from './variable.ts'

/**
 * Defines a connector: one vendor, how to sign in, and where credentials may go. Validates at once and strictly.
 *
 * @param definition pure data; the result keeps a frozen copy. Types of credentials and variables follow it.
 * @param hooks code where data does not suffice
 * @throws DefinitionError that lists every problem with its path and remedy
 * @example
 * const acme = defineConnector({
 *   id: 'acme', name: 'Acme', version: '1.0.0', baseUrl: 'https://api.acme.example',
 *   auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
 * })
 */
export function defineConnector<const D extends ConnectorDefinition>(
  definition: D & Checked<D>,
  hooks?: Hooks<CredentialsOf<D>, VariablesOf<D>, ChoiceIdsOf<D>>,
): Connector<D['id'], AuthTypeOf<D>, CredentialsOf<D>, VariablesOf<D>> {
  const name = typeof (definition as { id?: unknown } | undefined)?.id === 'string' ? ` "${definition.id}"` : ''
  const data = parse(connectorSchema, definition, `Connector${name}`, connectorProblems) as ConnectorDefinition
  return build(data, checkedHooks(data, (hooks ?? {}) as AnyHooks), []) as Connector<
    D['id'],
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
    typeof candidate.definition === 'object' &&
    typeof candidate.hooks === 'object' &&
    Array.isArray(candidate.checks)
  )
}

type Built = Connector<string, AuthType, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>

function build(definition: ConnectorDefinition, hooks: AnyHooks, checks: readonly Check[]): Built {
  const connector: Built = {
    id: definition.id,
    definition,
    hooks,
    checks: Object.freeze([...checks]),
    check: <const Own extends readonly Variable[]>(
      check: CheckDefinition<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, AuthType, Own>,
    ) => buildCheck(definition, check),
    with: (...more) => build(definition, hooks, joined(definition, checks, more)),
    toJSON: () => jsonOf(definition, hooks, checks),
  }
  return Object.freeze(connector)
}

function buildCheck(
  connector: ConnectorDefinition,
  {
    run,
    ...data
  }: Omit<CheckData, 'variables'> & { readonly variables?: unknown; run(ctx: never): void | Promise<void> },
): Check {
  const subject = `Check "${data.id}" of connector "${connector.id}"`
  const problems = (check: CheckData) => checkProblems(check, connector.variables ?? [])
  const check = parse(checkSchema, data, subject, problems) as CheckData
  if (typeof run !== 'function')
    throw new DefinitionError(subject, [{ path: 'run', message: 'is required (a function)' }])
  return Object.freeze({ ...check, connectorId: connector.id, run: run as (ctx: CheckContext) => void | Promise<void> })
}

function joined(definition: ConnectorDefinition, before: readonly Check[], more: readonly Check[]): Check[] {
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

function jsonOf(definition: ConnectorDefinition, hooks: AnyHooks, checks: readonly Check[]): ConnectorJson {
  return {
    ...definition,
    hooks: Object.keys(hooks).sort(),
    checks: checks.map(({ run: _run, connectorId: _connectorId, ...data }) => data),
  }
}

const hookNames = ['authenticate', 'sign', 'token', 'test', 'classify', 'options']

function checkedHooks(definition: ConnectorDefinition, hooks: AnyHooks): AnyHooks {
  const choices = new Set(
    (definition.variables ?? []).filter(({ type }) => type === 'select' || type === 'multiselect').map(({ id }) => id),
  )
  const problems = Object.entries(hooks).flatMap(([name, hook]): Problem[] => {
    const path = `hooks.${name}`
    if (!hookNames.includes(name)) return [{ path, message: `is not a hook; hooks are ${hookNames.join(', ')}` }]
    if (name === 'options') {
      return Object.keys(hook as object)
        .filter((id) => !choices.has(id))
        .map((id) => ({ path: `${path}.${id}`, message: 'is not a select or multiselect variable' }))
    }
    if (typeof hook !== 'function') return [{ path, message: 'must be a function' }]
    if (name === 'authenticate' && definition.auth.type !== 'custom')
      return [{ path, message: 'goes with auth.type "custom" only' }]
    if (name === 'token' && definition.auth.type !== 'oauth2')
      return [{ path, message: 'goes with auth.type "oauth2" only' }]
    return []
  })
  if (problems.length > 0) throw new DefinitionError(`Connector "${definition.id}"`, problems)
  return Object.freeze({ ...hooks })
}

/** Parses by schema, then by rules, and freezes the copy. */
function parse<T>(
  schema: z.core.$ZodType<T>,
  input: unknown,
  subject: string,
  rules: (data: never) => readonly Problem[],
): T {
  const parsed = z.safeParse(schema, input)
  const problems = parsed.success ? rules(parsed.data as never) : problemsOf(parsed.error.issues, input)
  if (!parsed.success || problems.length > 0) throw new DefinitionError(subject, problems)
  return deepFreeze(parsed.data)
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}
