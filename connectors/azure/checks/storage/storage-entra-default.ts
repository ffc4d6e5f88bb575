import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { OpenedAccount } from '../../settings.ts'

export const storageEntraDefault = azure.check({
  id: 'storage-entra-default',
  title: 'The Azure portal opens storage as the person who is signed in',
  description:
    'Checks for every storage account whether the Azure portal opens data by the signed-in account, unless somebody chooses otherwise. By default it uses the account key, which may do everything, and the log then shows no person.',
  severity: 'low',
  controls: ['soc2:CC6.1', 'iso27001:A.5.16', 'hipaa:164.312(a)(2)(i)'],
  states: ['accounts-have-owners'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'least-privilege'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const account of listAccountsAs(ctx, OpenedAccount)) {
      const { name, properties } = account
      const takesKeys = properties.allowSharedKeyAccess !== false
      const asThemselves = properties.defaultToOAuthAuthentication ?? false
      reportSetting(ctx, {
        resource: toAccountResource(account),
        evidence: { takesKeys, defaultToOAuthAuthentication: asThemselves },
        holds: asThemselves || !takesKeys,
        good: `${name} is opened by the signed-in account`,
        bad: `${name} is opened by its account key`,
        remediation: `Open Storage accounts → ${name} → Configuration in the Azure portal. Turn on "Default to Microsoft Entra authorization in the Azure portal".`,
      })
    }
  },
})
