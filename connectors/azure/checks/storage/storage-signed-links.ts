import { boundControls, formatDays } from 'checkwright'
import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { LinkingAccount, type SasPolicy } from '../../settings.ts'

export const storageSignedLinks = azure.check({
  id: 'storage-signed-links',
  title: 'Signed links to storage end soon',
  description:
    'Checks for every storage account whether it has a longest time for shared access signatures, which are links that open data without a sign-in, and whether it blocks links that are longer. Its default is to log them, and they go on working. Nobody can list links, and one without an end works until the key is renewed. Not judged: links that a stored policy ends.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.3'], {
    max_link_days: { max: 90 },
  }),
  states: [{ 'shared-links-end': { within: 'max_link_days' } }],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'tokens'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_link_days', label: 'Longest time of a link, days', type: 'number', default: 7, min: 1 }],
  async run(ctx) {
    const { max_link_days: days } = ctx.variables
    for await (const account of listAccountsAs(ctx, LinkingAccount)) {
      const { name, properties } = account
      const { allowSharedKeyAccess, sasPolicy } = properties
      const resource = toAccountResource(account)
      if (allowSharedKeyAccess === false) {
        ctx.notApplicable({
          resource,
          title: `${name} takes no account key, and no link that is signed with one`,
          evidence: { allowSharedKeyAccess },
        })
        continue
      }
      const gaps = listGaps(sasPolicy, days)
      reportSetting(ctx, {
        resource,
        evidence: {
          days: sasPolicy?.sasExpirationPeriod ?? null,
          expirationAction: sasPolicy?.expirationAction ?? null,
        },
        holds: gaps.length === 0,
        good: `${name} has links for ${formatDays(Math.ceil(sasPolicy?.sasExpirationPeriod ?? 0))} at most`,
        bad: `${name} ${gaps.join(' and ')}`,
        remediation: `Open Storage accounts → ${name} → Configuration in the Azure portal. Set "Allow recommended upper limit for shared access signature (SAS) expiry interval" to ${formatDays(days)} or less, with the action "Block". It is better to turn off storage account key access.`,
      })
    }
  },
})

function listGaps(policy: SasPolicy | null | undefined, days: number): readonly string[] {
  if (!policy) return ['has no longest time for links']
  const { sasExpirationPeriod: longest, expirationAction } = policy
  return [
    ...(longest <= days ? [] : [`has links for ${formatDays(Math.ceil(longest))}, ${days} allowed`]),
    ...(expirationAction === 'Block' ? [] : ['only logs longer links']),
  ]
}
