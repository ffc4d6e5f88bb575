import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { EncryptedAccount } from '../../settings.ts'

export const storageDoubleEncryption = azure.check({
  id: 'storage-double-encryption',
  title: 'Storage is encrypted twice',
  description:
    'Checks for every storage account whether the infrastructure encrypts it a second time, with another key and another algorithm. Data stays secret if one of the two is broken. Not judged: scopes of encryption that have it for themselves.',
  severity: 'low',
  controls: ['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'],
  states: ['storage-encrypted'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'encryption'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const account of listAccountsAs(ctx, EncryptedAccount)) {
      const { name, properties } = account
      const infrastructureEncryption = properties.encryption.requireInfrastructureEncryption ?? false
      reportSetting(ctx, {
        resource: toAccountResource(account),
        evidence: { infrastructureEncryption },
        holds: infrastructureEncryption,
        good: `${name} is encrypted twice`,
        bad: `${name} is encrypted once`,
        remediation: `Azure decides this when an account is made. Create a storage account with "Enable infrastructure encryption" on the page Encryption, and move what ${name} holds to it.`,
      })
    }
  },
})
