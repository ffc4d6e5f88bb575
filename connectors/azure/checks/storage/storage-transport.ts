import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { TransportAccount } from '../../settings.ts'

const modernTls = ['TLS1_2', 'TLS1_3']

export const storageTransport = azure.check({
  id: 'storage-transport',
  title: 'Storage accounts are reached by HTTPS and TLS 1.2 only',
  description:
    'Checks for every storage account whether it refuses plain HTTP, and versions of TLS before 1.2, which have known weaknesses. Otherwise somebody between the two sides can read and change the data, including keys. If Azure does not show which versions an account accepts, a person has to look. Azure Storage itself has refused older versions of TLS since February 2026; the setting of the account counts here.',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.24', 'hipaa:164.312(e)(1)', 'gdpr:32'],
  states: ['transport-encrypted'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'encryption'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const account of listAccountsAs(ctx, TransportAccount)) {
      const { name, properties } = account
      const { supportsHttpsTrafficOnly: httpsOnly } = properties
      const minimumTls = properties.minimumTlsVersion ?? undefined
      const resource = toAccountResource(account)
      const evidence = { httpsOnly, minimumTls: minimumTls ?? null }
      const remediation = `Open Storage accounts → ${name} → Configuration in the Azure portal. Turn on "Secure transfer required" and set "Minimum TLS version" to 1.2.`
      const gaps = [
        ...(httpsOnly ? [] : ['takes plain HTTP']),
        ...(minimumTls === undefined || modernTls.includes(minimumTls)
          ? []
          : [`is set to take ${minimumTls.replace(/^TLS(\d)_(\d)$/, 'TLS $1.$2')}`]),
      ]
      if (gaps.length === 0 && minimumTls === undefined) {
        // It meant TLS 1.0, which Azure Storage itself no longer accepts: https://aka.ms/azurestoragetls
        ctx.manual({
          resource,
          title: `Azure does not say which versions of TLS ${name} takes`,
          description: `It was never set for this account. ${remediation}`,
          evidence,
        })
      } else if (gaps.length === 0)
        ctx.pass({ resource, title: `${name} takes HTTPS with TLS 1.2 or later only`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} ${gaps.join(' and ')}`,
          remediation,
          evidence,
        })
      }
    }
  },
})
