import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import type { Operation } from '../../descriptions/operations.ts'
import type { DescribedApi } from '../described/described-api.ts'
import { readConnector } from '../read-connector.ts'
import { createUse, isSent, type OperationUse, type OperationUses, type PartUses, uniteUses } from './operation-use.ts'
import { type ReducedSchema, reduceSchema } from './reduce-schema.ts'
import { listMissing, watchShape } from './watch-shape.ts'

/** The part of an API description that a connector's file relies on. It is a description of OpenAPI 3 itself. */
export interface ContractPaths {
  readonly [path: string]: { readonly [method: string]: ContractOperation }
}

export interface ContractOperation {
  /** How a request shows the operation, where its path does not: AWS's protocols. */
  readonly 'x-wire'?: string | undefined
  readonly parameters?: readonly ContractParameter[] | undefined
  readonly responses: {
    readonly [status: string]: { readonly content: { readonly 'application/json': { readonly schema: ReducedSchema } } }
  }
}

interface ContractParameter {
  readonly in: string
  readonly name: string
  readonly required?: true | undefined
  readonly schema: object
}

export interface DerivedContract {
  readonly connector: AnyConnector
  readonly parts: PartUses
  readonly paths: ContractPaths
  /** What the file asks or reads and the description does not have, as people read it. */
  readonly missing: readonly string[]
}

/**
 * Reads a connector's file against a description, and tells what of the description it relies on.
 * @throws DataFileError for a request or member that the description refuses
 */
export function deriveContract(name: string, bytes: Uint8Array, description: Description): DerivedContract {
  const operations = new Map<string, Operation>()
  const parts = new Map<string, Map<string, OperationUse>>()
  const watch = (api: DescribedApi, part: string): DescribedApi => ({
    find(method, path, sent = []) {
      const found = api.find(method, path)
      if ('problem' in found) return found
      const { operation, shape } = found
      operations.set(operation.name, operation)
      const uses = parts.get(part) ?? new Map<string, OperationUse>()
      parts.set(part, uses)
      const use = uses.get(operation.name) ?? createUse()
      uses.set(operation.name, use)
      for (const each of sent) use.sent.add(each)
      return { operation, shape: watchShape(shape, use.reads) }
    },
  })
  const connector = readConnector(name, bytes, { description, watch })
  const { paths, missing } = describeUses([...operations.values()], uniteUses(parts))
  return { connector, parts, paths, missing }
}

/** The part of a description that the uses of its operations rely on. */
export function describeUses(
  operations: readonly Operation[],
  uses: OperationUses,
): Pick<DerivedContract, 'missing' | 'paths'> {
  const used = operations
    .flatMap((operation) => {
      const use = uses.get(operation.name)
      return use ? [{ operation, ...use }] : []
    })
    .toSorted((a, b) => (a.operation.name < b.operation.name ? -1 : 1))
  const paths: Record<string, Record<string, ContractOperation>> = {}
  for (const each of used) {
    const { path, method } = each.operation
    const methods = paths[path] ?? {}
    methods[method.toLowerCase()] = reduceOperation(each)
    paths[path] = methods
  }
  return { paths, missing: used.flatMap(listMissingParts) }
}

interface UsedOperation extends OperationUse {
  readonly operation: Operation
}

function reduceOperation({ operation, reads, sent }: UsedOperation): ContractOperation {
  const { parameters, success, node } = operation
  const wire = node.at('x-wire').text
  const schema = success.media ? reduceSchema(success.media.at('schema'), reads) : {}
  const needed = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && isSent(each.name, sent)))
  return {
    'x-wire': wire,
    parameters:
      needed.length > 0
        ? needed.map(({ in: place, name, required, schema: view }) => ({
            in: place,
            name,
            required: required || undefined,
            schema: { type: view.type },
          }))
        : undefined,
    responses: { [String(success.status)]: { content: { 'application/json': { schema } } } },
  }
}

function listMissingParts({ operation, reads, sent }: UsedOperation): readonly string[] {
  const queries = operation.parameters.filter((each) => each.in === 'query')
  const strange = [...sent].filter((name) => !queries.some((each) => isSent(each.name, new Set([name]))))
  const forgotten = queries.filter((each) => each.required && !isSent(each.name, sent))
  return [
    ...strange.map((name) => `${operation.name} has no query parameter "${name}"`),
    ...forgotten.map(({ name }) => `${operation.name} needs the query parameter "${name}"`),
    ...listMissing(reads).map((path) => `${operation.name} answers nothing called "${path}"`),
  ]
}
