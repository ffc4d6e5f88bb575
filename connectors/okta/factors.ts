import { parseWord, type ReadingContext, type VendorClient, vendorRecord } from 'checkwright'
import { Factor } from './responses.ts'

// Something that another person can learn or guess is no second factor. Neither is a mailbox, because often the same
// password opens it.
const weak = ['email', 'question']

const strong = [
  'call',
  // The second factor of another identity provider: https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-idp-authenticator.htm
  'claims_provider',
  'push',
  'signed_nonce',
  'sms',
  'token',
  'token:hardware',
  'token:hotp',
  'token:software:totp',
  'u2f',
  'web',
  'webauthn',
]

/**
 * The second factors that a person has enrolled, by type. If there is none, a factor of a new type ends the reading, because it
 * may be strong, or as weak as a question.
 * @param refused types that do not count
 */
export async function fetchSecondFactors(
  ctx: VendorClient & Pick<ReadingContext, 'cannotTell'>,
  id: string,
  refused: readonly string[] = [],
): Promise<string[]> {
  const path = `/api/v1/users/${encodeURIComponent(id)}/factors`
  const enrolled = await Array.fromAsync(ctx.paginate(path, { schema: vendorRecord(Factor), next: 'link' }))
  const active = enrolled.flatMap(({ record }) => (record?.status === 'ACTIVE' ? [record.factorType] : []))
  const factors = active.filter((type) => strong.includes(type) && !refused.includes(type))
  const [unreadable] = enrolled.flatMap((each) => each.unreadable ?? [])
  if (factors.length === 0 && unreadable !== undefined)
    ctx.cannotTell({ kind: 'schema_drift', message: `A factor of the answer cannot be read: ${unreadable}.` })
  if (factors.length === 0) for (const type of active) parseWord(ctx, type, [...strong, ...weak], 'factorType')
  return factors
}
