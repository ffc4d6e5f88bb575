import { boundControls, daysSince, formatDays } from 'checkwright'
import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { AgedAccount } from '../../settings.ts'

export const storageKeys = azure.check({
  id: 'storage-keys',
  title: 'Keys of storage accounts are off or renewed',
  description:
    'Checks for every storage account whether its two account keys work, and when the older of them was made. A key opens everything in the account, belongs to no person, and stays in configuration files for years. Not judged: signed links that were made with a key.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.312(d)'], { max_key_days: { max: 365 } }),
  states: [{ 'keys-renewed': { age: 'max_key_days' } }],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'tokens'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_key_days', label: 'Oldest key, days', type: 'number', default: 90, min: 1 }],
  async run(ctx) {
    const { max_key_days: days } = ctx.variables
    await ctx.each(
      listAccountsAs(ctx, AgedAccount),
      async (account) => {
        const { name, properties } = account
        const takesKeys = properties.allowSharedKeyAccess !== false
        const keysCreated = [properties.keyCreationTime?.key1, properties.keyCreationTime?.key2]
        const resource = toAccountResource(account)
        const evidence = { takesKeys, keysCreated: keysCreated.map((each) => each ?? null) }
        const remediation = `Open Storage accounts → ${name} → Access keys in the Azure portal. Rotate both keys, one after the other, and set a rotation reminder. It is better to turn off "Allow storage account key access" under Configuration, and to let applications sign in with managed identities.`
        if (!takesKeys) {
          ctx.pass({ resource, title: `${name} takes no account key`, evidence })
          return
        }
        const known = keysCreated.filter((each) => typeof each === 'string')
        const ageDays = Math.max(...known.map((each) => daysSince(ctx, each)))
        if (ageDays > days) {
          ctx.fail({
            resource,
            title: `${name} has a key that is ${formatDays(ageDays)} old, ${days} allowed`,
            remediation,
            evidence,
          })
        } else if (known.length < keysCreated.length) {
          ctx.manual({
            resource,
            title: `Azure does not know when the keys of ${name} were made`,
            description: `Azure has no date of keys that were not rotated since it keeps one. ${remediation}`,
            evidence,
          })
        } else ctx.pass({ resource, title: `${name} has keys that are ${formatDays(ageDays)} old at most`, evidence })
      },
      { resource: toAccountResource },
    )
  },
})
