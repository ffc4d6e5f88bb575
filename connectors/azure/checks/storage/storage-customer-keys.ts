import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { EncryptedAccount } from '../../settings.ts'

export const storageCustomerKeys = azure.check({
  id: 'storage-customer-keys',
  title: 'Storage is encrypted with keys of your own',
  description:
    'Checks for every storage account whether a key in one of your key vaults encrypts it. Azure encrypts all storage, by default with keys that Microsoft has. With your own key you decide who may use it, see each use, and can take it away. Not judged: the age of that key, scopes of encryption, and queues and tables, which may stay with a key of Microsoft.',
  severity: 'low',
  controls: ['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'],
  states: ['own-encryption-keys', 'storage-encrypted'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'encryption', 'keys'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const account of listAccountsAs(ctx, EncryptedAccount)) {
      const { name, properties } = account
      const { keySource } = properties.encryption
      reportSetting(ctx, {
        resource: toAccountResource(account),
        evidence: { keySource },
        holds: keySource !== 'Microsoft.Storage',
        good: `${name} is encrypted with a key of yours`,
        bad: `${name} is encrypted with a key of Microsoft's`,
        remediation: `Open Storage accounts → ${name} → Encryption in the Azure portal. Choose "Customer-managed keys" and a key of a vault with soft delete and purge protection.`,
      })
    }
  },
})
