import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { ContainingAccount } from '../../settings.ts'

export const storagePublicBlobs = azure.check({
  id: 'storage-public-blobs',
  title: 'No storage account lets containers be made public',
  description:
    'Checks for every storage account whether it forbids anonymous access to blobs, whatever the level of a container is. Without that, one wrong click on a container publishes it.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.3', 'hipaa:164.312(a)(1)', 'gdpr:32'],
  states: ['storage-not-public'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'exposure'],
  onEmpty: 'not_applicable',
  fix: {
    command: 'az storage account update --ids {resource.id} --allow-blob-public-access false',
    source: 'https://learn.microsoft.com/azure/storage/blobs/anonymous-read-access-prevent',
  },
  async run(ctx) {
    for await (const account of listAccountsAs(ctx, ContainingAccount)) {
      const { name, kind, properties } = account
      const blobPublicAccess = properties.allowBlobPublicAccess ?? undefined
      const resource = toAccountResource(account)
      const evidence = { allowBlobPublicAccess: blobPublicAccess ?? null, kind }
      const remediation = `Open Storage accounts → ${name} → Configuration in the Azure portal. Turn off "Allow Blob anonymous access", after moving what really is for everybody behind a content delivery network or a static website.`
      if (kind === 'FileStorage') ctx.notApplicable({ resource, title: `${name} holds no blobs`, evidence })
      else if (blobPublicAccess === undefined) {
        // Microsoft changed the meaning of an absent value in 2023, without a way to see which accounts follow which
        // rule.
        ctx.manual({
          resource,
          title: `Azure does not say whether ${name} lets containers be public`,
          description: `It was never set for this account, which allowed it for older ones. ${remediation}`,
          evidence,
        })
      } else if (blobPublicAccess) {
        ctx.fail({ resource, title: `${name} lets containers be public`, remediation, evidence })
      } else ctx.pass({ resource, title: `${name} forbids public containers`, evidence })
    }
  },
})
