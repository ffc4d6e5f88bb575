import type { StandardSchemaV1 } from '@standard-schema/spec'

/** What a schema expected, and where: `profile.login: is missing`. Holds no value of the vendor's. */
export function describeMismatch(issues: readonly StandardSchemaV1.Issue[]): string {
  const reasons = issues.slice(0, 3).map(({ path = [], message }) => {
    const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
    const reason = omitLongText(message) ?? 'does not fit'
    return place === '' ? reason : `${omitLongText(place) ?? 'somewhere'}: ${reason}`
  })
  const more = issues.length > 3 ? `, and ${issues.length - 3} more` : ''
  return `${reasons.join('; ')}${more}`
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
