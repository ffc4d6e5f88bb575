import { gcloud } from '../connector.ts'
import { ListedAccount, ListedKeys } from '../responses.ts'
import { fetchAccountKeys, listServiceAccounts, readKeyId } from '../services.ts'

export const credentials = gcloud.inventory({
  of: 'credential',
  tells: ['active', 'ownerId', 'createdAt', 'expiresAt'],
  covers: ['keys of service accounts'],
  leavesOut: ['keys that Google renews itself', 'API keys', 'HMAC keys of Cloud Storage', 'SSH keys'],
  scopes: ['iam.serviceAccounts.list', 'iam.serviceAccountKeys.list'],
  async *list(ctx) {
    for await (const { uniqueId, email: sent, disabled: isAccountDisabled } of listServiceAccounts(
      ctx,
      ListedAccount,
    )) {
      const email =
        typeof sent === 'string'
          ? sent
          : ctx.cannotTell({ kind: 'schema_drift', message: `Google names no address of the account ${uniqueId}.` })
      const { keys } = await fetchAccountKeys(ctx, email, ListedKeys)
      for (const { name, keyOrigin, validAfterTime, validBeforeTime, disabled } of keys) {
        const id = readKeyId(name)
        yield {
          id: `${email}/${id}`,
          name: `${email}: ${id}`,
          kind: 'secret',
          active: readActive([disabled, isAccountDisabled]),
          ownerId: uniqueId,
          // Of a key that Google made, the start is when. Of an uploaded one, it is what the certificate says:
          // https://cloud.google.com/iam/docs/keys-upload
          createdAt: keyOrigin === 'GOOGLE_PROVIDED' ? validAfterTime : undefined,
          // A key without an end has the last second of the year 9999 here. No page of Google's says that this means "never", so it
          // stays the time that Google says, which is as late for every question.
          expiresAt: validBeforeTime,
          unknown:
            keyOrigin === 'GOOGLE_PROVIDED'
              ? undefined
              : { createdAt: 'Google says when a key was made only of keys that it made itself.' },
        }
      }
    }
  },
})

/** A key works unless it or its account is disabled. Google leaves out what is false, as in the answers of all its APIs. */
function readActive(disabled: readonly (boolean | undefined)[]): boolean {
  if (disabled.includes(true)) return false
  const [strange] = disabled.filter((each) => each !== undefined && each !== false)
  return strange ?? true
}
