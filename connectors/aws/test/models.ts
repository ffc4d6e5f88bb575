import type { Schema } from '../../../test/connectors/schema-differences.ts'
import type { AskedCall } from './aws-api.ts'

/** AWS's own description of its services: botocore's models, one for each. */
export interface Models {
  readonly info: { readonly version: string }
  readonly services: Readonly<Record<string, Model>>
}

interface Model {
  readonly metadata: {
    readonly protocol: string
    readonly apiVersion: string
    readonly endpointPrefix: string
    readonly targetPrefix?: string
  }
  readonly operations: Readonly<Record<string, Operation>>
  readonly shapes: Readonly<Record<string, Shape>>
}

interface Operation {
  readonly http: { readonly method: string; readonly requestUri: string }
  readonly input?: Reference
  readonly output?: Reference
}

interface Reference {
  readonly shape: string
  readonly locationName?: string
}

interface Shape {
  readonly type: string
  readonly members?: Readonly<Record<string, Reference>>
  readonly required?: readonly string[]
  readonly payload?: string
  readonly member?: Reference
  readonly key?: Reference
  readonly value?: Reference
}

/** The answer of an operation as on the wire, without the element that a protocol has around it. */
export function createWireSchema(models: Models, operation: string): Schema {
  const { model, output } = findOperationModel(models, operation)
  return toJsonSchema(model, output)
}

/** An example of a parsed answer, converted to the wire: the form that `createWireSchema` describes. */
export function createWireValue(models: Models, operation: string, parsed: unknown): unknown {
  const { model, output } = findOperationModel(models, operation)
  return toWireValue(model, output, parsed)
}

/** Differences between a request and the models: an unknown operation or member, or a missing required one. */
export function findViolations(models: Models, { service, operation, input }: AskedCall): string[] {
  const model = models.services[service]
  const found = model?.operations[operation]
  if (!model || !found) return [`${service}.${operation} is not described`]
  const { members = {}, required = [] } = found.input ? findShape(model, found.input) : {}
  const known = Object.entries(members).map(([name, { locationName = name }]) => ({ name, wire: locationName }))
  const isDemanded = ({ name }: { readonly name: string }) => required.includes(name)
  return [
    // A list is sent as Filter.member.1 and so on.
    ...Object.keys(input)
      .map((key) => key.replace(/\.member\.\d+$/, ''))
      .filter((key) => !known.some(({ name, wire }) => key === wire || key === name))
      .map((key) => `${service}.${operation} has no ${key}`),
    ...known
      .filter((each) => isDemanded(each) && input[each.wire] === undefined && input[each.name] === undefined)
      .map(({ name }) => `${service}.${operation} demands ${name}`),
  ]
}

function findOperationModel(models: Models, operation: string): { readonly model: Model; readonly output: Reference } {
  const [service = '', name = ''] = operation.split('.')
  const model = models.services[service]
  const output = model?.operations[name]?.output
  if (!model || !output) throw new Error(`${operation} is not described.`)
  const { payload, members = {} } = findShape(model, output)
  return { model, output: (payload === undefined ? undefined : members[payload]) ?? output }
}

function findShape(model: Model, { shape }: Reference): Shape {
  const found = model.shapes[shape]
  if (!found) throw new Error(`There is no shape ${shape}.`)
  return found
}

const isXml = ({ metadata }: Model) => !metadata.protocol.includes('json')

function toJsonSchema(model: Model, reference: Reference, above: readonly string[] = []): Schema {
  const { shape } = reference
  // A shape within itself is not read.
  if (above.includes(shape)) return {}
  const { type, members = {}, required = [], member, key, value } = findShape(model, reference)
  const inner = (of: Reference) => toJsonSchema(model, of, [...above, shape])
  if (type === 'structure') {
    const wire = (name: string) => members[name]?.locationName ?? name
    const properties = Object.fromEntries(Object.entries(members).map(([name, of]) => [wire(name), inner(of)]))
    return { type: 'object', properties, required: required.map(wire) }
  }
  if (member)
    return isXml(model)
      ? createListSchema(member.locationName ?? 'member', inner(member))
      : { type: 'array', items: inner(member) }
  if (key && value) {
    const entry: Schema = {
      type: 'object',
      properties: { key: inner(key), value: inner(value) },
      required: ['key', 'value'],
    }
    return isXml(model) ? createListSchema('entry', entry) : { type: 'object' }
  }
  if (isXml(model) || ['string', 'blob'].includes(type)) return { type: 'string' }
  return { type: type === 'boolean' ? 'boolean' : 'number' }
}

/** A list in XML: nothing, one item, or several. */
function createListSchema(name: string, item: Schema): Schema {
  const items: Schema = { oneOf: [item, { type: 'array', items: item }] }
  return { oneOf: [{ type: 'string' }, { type: 'object', properties: { [name]: items }, required: [name] }] }
}

function toWireValue(model: Model, reference: Reference, parsed: unknown): unknown {
  const { type, members = {}, member, key, value } = findShape(model, reference)
  if (type === 'structure') {
    const given = Object.entries(parsed as Readonly<Record<string, unknown>>)
    return Object.fromEntries(
      given.map(([name, each]) => {
        const of = members[name]
        if (!of) throw new Error(`${reference.shape} has no ${name}.`)
        return [of.locationName ?? name, toWireValue(model, of, each)]
      }),
    )
  }
  if (member) {
    const items = (parsed as readonly unknown[]).map((each) => toWireValue(model, member, each))
    return isXml(model) ? { [member.locationName ?? 'member']: items } : items
  }
  if (key && value && isXml(model)) {
    const entries = Object.entries(parsed as Readonly<Record<string, unknown>>)
    return { entry: entries.map(([name, each]) => ({ key: name, value: toWireValue(model, value, each) })) }
  }
  return parsed
}
