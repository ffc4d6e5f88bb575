import type { StandardSchemaV1 } from '@standard-schema/spec'
import { CheckError } from '../errors/index.ts'

/**
 * The value as the schema gives it (any Standard Schema).
 * @throws CheckError `SCHEMA_DRIFT` that names paths and reasons, never values
 */
export async function validateBySchema<T>(
  schema: StandardSchemaV1<unknown, T>,
  value: unknown,
  source: string,
): Promise<T> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return result.value
  const reasons = result.issues.slice(0, 3).map(({ path = [], message }) => {
    const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
    const reason = omitLongText(message) ?? 'does not fit'
    return place === '' ? reason : `${omitLongText(place) ?? 'somewhere'}: ${reason}`
  })
  const more = result.issues.length > 3 ? `, and ${result.issues.length - 3} more` : ''
  throw new CheckError(
    `The answer to ${source} does not have the expected shape (${reasons.join('; ')}${more}). The vendor's API may have changed; compare it with the connector's schema.`,
    { code: 'SCHEMA_DRIFT' },
  )
}

// Longer than what any library says of itself.
const reasonLengthMax = 200

/**
 * Undefined for what is long, or not one line: it quotes the value. Cut off, it could show a part of a secret, which
 * nobody would find any more.
 */
function omitLongText(text: string): string | undefined {
  return text.length > reasonLengthMax || /[\p{Cc}\p{Cf}]/u.test(text) ? undefined : text
}
