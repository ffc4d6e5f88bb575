import type { z } from '@hono/zod-openapi'

/** A time of the wire form, `createdAt`, is read from `createdAtMs` where the value has no such member. */
type SourceName<Name extends string, Value> = Name extends keyof Value ? Name : `${Name}Ms`

/** What a value needs so that it can be shown by a schema without optional members: its members, where `undefined` stands for `null`. */
type Source<Wire, Value> = {
  readonly [Name in keyof Wire & string as SourceName<Name, Value>]: undefined extends Wire[Name]
    ? never
    : Name extends keyof Value
      ? Loose<Wire[Name]>
      : number | (null extends Wire[Name] ? null : never)
}

type Loose<T> = (T extends readonly (infer Item)[] ? readonly Item[] : T) | (null extends T ? undefined : never)

/**
 * The wire form of a value: the members that the schema lists, and no others. What is undefined is null, and `createdAt` is the time of
 * `createdAtMs` in ISO 8601. Secrets stay behind, because no schema lists them.
 */
export function toWire<Schema extends z.ZodObject, Value extends Source<z.input<Schema>, Value>>(
  schema: Schema,
  value: Value,
): z.input<Schema> {
  const all = value as Readonly<Record<string, unknown>>
  const show = (name: string) => {
    const atMs = all[`${name}Ms`]
    return all[name] ?? (typeof atMs === 'number' ? new Date(atMs).toISOString() : null)
  }
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, show(name)])) as z.input<Schema>
}
