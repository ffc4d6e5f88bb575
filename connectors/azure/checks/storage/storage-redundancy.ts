import { boundControls } from 'checkwright'
import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { CopiedAccount } from '../../settings.ts'

export const storageRedundancy = azure.check({
  id: 'storage-redundancy',
  title: 'Storage outlives the loss of a data centre',
  description:
    'Checks for every storage account where its copies are: in one data centre, in several zones, or in a second region. Copies in one data centre are lost together. Not judged: backups, because copies follow every deletion.',
  severity: 'medium',
  controls: boundControls(['soc2:A1.2', 'iso27001:A.8.14', 'hipaa:164.308(a)(7)(ii)(A)', 'gdpr:32(1)(b)'], {
    outlives: { oneOf: ['zone', 'region'] },
  }),
  states: ['failures-survived'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'backup'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'outlives',
      label: 'What storage has to outlive',
      type: 'select',
      options: [
        { value: 'zone', label: 'The loss of a data centre' },
        { value: 'region', label: 'The loss of a region' },
      ],
      default: 'zone',
    },
  ],
  async run(ctx) {
    const needsRegion = ctx.variables.outlives === 'region'
    for await (const account of listAccountsAs(ctx, CopiedAccount)) {
      const { name, sku } = account
      const isInRegions = /_(?:RA)?GZ?RS$/.test(sku.name)
      const places = isInRegions ? 'two regions' : sku.name.endsWith('_ZRS') ? 'several zones' : 'one data centre'
      reportSetting(ctx, {
        resource: toAccountResource(account),
        evidence: { sku: sku.name },
        holds: isInRegions || (!needsRegion && sku.name.endsWith('_ZRS')),
        good: `${name} has its copies in ${places}`,
        bad: `${name} has its copies in ${places} only`,
        remediation: `Open Storage accounts → ${name} → Redundancy in the Azure portal. Choose ${needsRegion ? 'geo-redundant or geo-zone-redundant' : 'zone-redundant or geo-redundant'} storage.`,
      })
    }
  },
})
