import type { StandardSchemaV1 } from '@standard-schema/spec'
import { CheckError } from '../errors/index.ts'

/**
 * The value that the schema returns (any Standard Schema).
 * @throws CheckError `SCHEMA_DRIFT` with paths and reasons, without values
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

// Longer than any library's own messages.
const reasonLengthMax = 200

/**
 * Undefined if it is long or not one line, because it then quotes the value. A cut could leave part of a secret, which
 * redaction would not find.
 */
function omitLongText(text: string): string | undefined {
  return text.length > reasonLengthMax || /[\p{Cc}\p{Cf}]/u.test(text) ? undefined : text
}
