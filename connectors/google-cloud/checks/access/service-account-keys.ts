import { boundControls, daysSince, formatDays, parseTime } from 'checkwright'
import { gcloud } from '../../connector.ts'
import { AccountKeys, ServiceAccount } from '../../responses.ts'
import { fetchAccountKeys, listServiceAccounts, readKeyId } from '../../services.ts'

export const serviceAccountKeys = gcloud.check({
  id: 'service-account-keys',
  title: 'Keys of service accounts are renewed, and none was found in public',
  description:
    'Checks for every key that somebody made for a service account when it was made, and whether Google has found it in public. A key is a file that works from anywhere, without a second factor and without an end. Not judged: what the service account may do.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.312(d)'], { max_key_days: { max: 365 } }),
  states: [{ 'keys-renewed': { age: 'max_key_days' } }],
  scopes: ['iam.serviceAccounts.list', 'iam.serviceAccountKeys.list'],
  tags: ['tokens'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_key_days', label: 'Oldest key, days', type: 'number', default: 90, min: 1 }],
  async run(ctx) {
    const { max_key_days: days } = ctx.variables
    await ctx.each(
      listServiceAccounts(ctx, ServiceAccount),
      async ({ email, disabled: isAccountDisabled }) => {
        const { keys } = await fetchAccountKeys(ctx, email, AccountKeys)
        for (const { id, unreadable } of keys) {
          if (unreadable === undefined) continue
          const because = `A key of ${email} cannot be read: ${unreadable}.`
          const name = id ?? ctx.cannotTell({ kind: 'schema_drift', message: because })
          ctx.undecided({ resource: toKeyResource(email, name), kind: 'schema_drift', because })
        }
        await ctx.each(
          keys.flatMap(({ record }) => record ?? []),
          async ({ name, validAfterTime, validBeforeTime, disabled, extendedStatus = [] }) => {
            const id = readKeyId(name)
            const resource = toKeyResource(email, name)
            const isExposed = extendedStatus.length > 0
            const evidence = { validAfterTime, isExposed }
            const ageDays = daysSince(ctx, validAfterTime)
            if (disabled || isAccountDisabled)
              ctx.notApplicable({ resource, title: `The key ${id} of ${email} is disabled`, evidence })
            else if (validBeforeTime !== undefined && parseTime(validBeforeTime) < ctx.now.getTime())
              ctx.notApplicable({ resource, title: `The key ${id} of ${email} has expired`, evidence })
            else if (isExposed || ageDays > days) {
              ctx.fail({
                resource,
                title: isExposed
                  ? `The key ${id} of ${email} was found in public`
                  : `The key ${id} of ${email} is ${formatDays(ageDays)} old, ${days} allowed`,
                severity: isExposed ? ('critical' as const) : undefined,
                remediation: `Open IAM & Admin → Service Accounts → ${email} → Keys in the Google Cloud console. Make a new key, move what uses the old one to it, and delete the old one. It is better to have no key: attach the service account to the workload, or use workload identity federation.`,
                evidence,
              })
            } else ctx.pass({ resource, title: `The key ${id} of ${email} is ${formatDays(ageDays)} old`, evidence })
          },
          { resource: ({ name }) => toKeyResource(email, name) },
        )
      },
      { resource: ({ email }) => ({ type: 'service-account', id: email, name: email }) },
    )
  },
})

function toKeyResource(email: string, name: string) {
  const id = readKeyId(name)
  return { type: 'service-account-key', id: `${email}/${id}`, name: `${email}: ${id}` }
}
