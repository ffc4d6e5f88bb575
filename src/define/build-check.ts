import { DefinitionError } from '../errors/index.ts'
import { isPlainObject } from '../text/is-object.ts'
import type { Check } from './check/check.ts'
import type { InventoryUse } from './check/inventory.ts'
import type { ConnectorDefinition } from './connector/connector-definition.ts'
import { findCheckProblems } from './rules/connector-rules.ts'
import { findFixProblems } from './rules/fix-rules.ts'
import { findReadsProblems } from './rules/inventory-rules.ts'
import { getSchemas } from './schema/definition-schema.ts'
import { parseData } from './schema/parse-data.ts'

/** Builds a check of a connector. @throws DefinitionError that lists every mistake */
export function buildCheck(connector: ConnectorDefinition, input: unknown): Check {
  // A value that is not an object has no code either, so one problem is enough.
  const { run, reads, ...rest } = isPlainObject(input) ? input : { run: () => undefined, reads: undefined }
  const { data, problems } = parseData(getSchemas().checkSchema, isPlainObject(input) ? rest : input, (check) => [
    ...findCheckProblems(check, connector.variables ?? []),
    ...findFixProblems(check, connector),
  ])
  const runProblem = {
    path: 'run',
    message: 'is required (a function that requests data from the vendor and reports results)',
  }
  const all = [
    ...problems,
    ...findReadsProblems(reads, connector.id),
    ...(typeof run === 'function' ? [] : [runProblem]),
  ]
  if (data === undefined || all.length > 0)
    throw new DefinitionError(`Check${quoteDefinitionId(input)} of connector "${connector.id}"`, all)
  return Object.freeze({
    ...data,
    connectorId: connector.id,
    reads: reads === undefined ? undefined : Object.freeze([...(reads as readonly InventoryUse[])]),
    run: run as Check['run'],
  })
}

/** The id in quotes, if there is one, so that messages name the definition. */
export function quoteDefinitionId(input: unknown): string {
  return isPlainObject(input) && typeof input.id === 'string' ? ` "${input.id}"` : ''
}
