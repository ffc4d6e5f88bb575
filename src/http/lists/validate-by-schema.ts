import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describeMismatch } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'

/** What a schema makes of a value: the value that it returns, or what it expected and where. */
export type SchemaReading<T> = { readonly value: T } | { readonly mismatch: string }

/**
 * The value that the schema returns (any Standard Schema).
 * @throws CheckError `SCHEMA_DRIFT` with paths and reasons, without values
 */
export async function validateBySchema<T>(
  schema: StandardSchemaV1<unknown, T>,
  value: unknown,
  source: string,
): Promise<T> {
  const reading = await readBySchema(schema, value)
  if ('value' in reading) return reading.value
  throw new CheckError(
    `The answer to ${source} does not have the expected shape (${reading.mismatch}). ${driftAdvice}`,
    { code: 'SCHEMA_DRIFT' },
  )
}

/** What to do about an answer of another shape. */
export const driftAdvice = "The vendor's API may have changed; compare it with the connector's schema."

/** Reads a value by a schema, and does not throw where it does not fit. */
export async function readBySchema<T>(schema: StandardSchemaV1<unknown, T>, value: unknown): Promise<SchemaReading<T>> {
  const { issues, ...result } = await schema['~standard'].validate(value)
  return issues ? { mismatch: describeMismatch(issues) } : { value: (result as { readonly value: T }).value }
}
