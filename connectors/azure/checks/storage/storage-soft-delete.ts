import { boundControls, formatDays } from 'checkwright'
import { azure } from '../../connector.ts'
import { fetchBlobService, listAccountsAs, toAccountResource } from '../../lists.ts'
import { BlobService } from '../../responses.ts'
import { KindAccount } from '../../settings.ts'

export const storageSoftDelete = azure.check({
  id: 'storage-soft-delete',
  title: 'Deleted blobs and containers can be brought back',
  description:
    'Checks for every storage account for how many days deleted blobs and containers are kept. You need them after a wrong script, or an attacker who deletes. Not judged: whether somebody may delete them permanently before that.',
  severity: 'medium',
  controls: boundControls(['soc2:A1.2', 'iso27001:A.8.13', 'hipaa:164.308(a)(7)(ii)(A)', 'gdpr:32(1)(c)'], {
    min_kept_days: { min: 7 },
  }),
  states: [{ 'data-recoverable': { kept: 'min_kept_days' } }],
  scopes: ['Microsoft.Storage/storageAccounts/read', 'Microsoft.Storage/storageAccounts/blobServices/read'],
  tags: ['storage', 'backup'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'min_kept_days', label: 'Days for which deleted data is kept', type: 'number', default: 7, min: 1 },
  ],
  async run(ctx) {
    const { min_kept_days: days } = ctx.variables
    await ctx.each(
      listAccountsAs(ctx, KindAccount),
      async (account) => {
        const { name, kind } = account
        const resource = toAccountResource(account)
        if (kind === 'FileStorage') {
          ctx.notApplicable({ resource, title: `${name} holds no blobs`, evidence: { kind } })
          return
        }
        const { blobDays, containerDays } = await fetchBlobService(ctx, account, BlobService)
        const evidence = { blobDays, containerDays }
        if (Math.min(blobDays, containerDays) >= days)
          ctx.pass({
            resource,
            title: `${name} keeps what is deleted for ${formatDays(Math.min(blobDays, containerDays))}`,
            evidence,
          })
        else {
          ctx.fail({
            resource,
            title: `${name} keeps deleted blobs for ${blobDays} and containers for ${formatDays(containerDays)}, ${days} demanded`,
            remediation: `Open Storage accounts → ${name} → Data protection in the Azure portal. Turn on soft delete for blobs and for containers, for ${formatDays(days)} or more.`,
            evidence,
          })
        }
      },
      { resource: toAccountResource },
    )
  },
})
