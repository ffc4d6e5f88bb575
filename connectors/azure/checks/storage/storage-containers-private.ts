import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listAccountsAs, pages, toAccountPath, toAccountResource } from '../../lists.ts'
import { Container, ContainingAccount } from '../../settings.ts'

export const storageContainersPrivate = azure.check({
  id: 'storage-containers-private',
  title: 'No container is public by its access level',
  description:
    'Checks for every container whether somebody without an account may read it. Containers of a storage account that forbids public access are private, whatever their own level is, and are not listed. Not judged: the firewall of the account, signed links to single blobs, and static websites, which show the container $web whatever its level is.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.3', 'hipaa:164.312(a)(1)', 'gdpr:32'],
  states: ['storage-not-public'],
  scopes: ['Microsoft.Storage/storageAccounts/read', 'Microsoft.Storage/storageAccounts/blobServices/containers/read'],
  tags: ['storage', 'exposure'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listAccountsAs(ctx, ContainingAccount),
      async (account) => {
        const { name, kind, properties } = account
        const resource = toAccountResource(account)
        const evidence = { kind, allowBlobPublicAccess: properties.allowBlobPublicAccess ?? null }
        if (kind === 'FileStorage') {
          ctx.notApplicable({ resource, title: `${name} holds no blobs`, evidence })
          return
        }
        if (properties.allowBlobPublicAccess === false) {
          ctx.pass({ resource, title: `${name} forbids public containers`, evidence })
          return
        }
        let count = 0
        const containers = ctx.paginate(`${toAccountPath(ctx, account)}/blobServices/default/containers`, {
          query: { 'api-version': '2024-01-01' },
          schema: Container,
          resource: { type: 'container', id: 'id', name: (read) => `${name}/${read('name')}` },
          ...pages,
        })
        for await (const {
          id,
          name: container,
          properties: { publicAccess },
        } of containers) {
          count += 1
          reportSetting(ctx, {
            resource: { type: 'container', id, name: `${name}/${container}` },
            evidence: { publicAccess },
            holds: publicAccess === 'None',
            good: `${container} of ${name} is private`,
            bad: `Everybody who reaches ${name} may read ${publicAccess === 'Blob' ? 'the blobs' : 'and list the blobs'} of ${container}`,
            remediation: `Open Storage accounts → ${name} → Containers → ${container} → Change access level in the Azure portal. Choose "Private", after finding out who reads it. Then turn off "Allow Blob anonymous access" for ${name}.`,
          })
        }
        if (count === 0) ctx.notApplicable({ resource, title: `${name} has no container`, evidence })
      },
      { resource: toAccountResource },
    )
  },
})
