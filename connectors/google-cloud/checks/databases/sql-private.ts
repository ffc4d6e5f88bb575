import { gcloud } from '../../connector.ts'
import { judgeSql } from '../../judge-sql.ts'
import { AddressedSql } from '../../settings.ts'

export const sqlPrivate = gcloud.check({
  id: 'sql-private',
  title: 'Databases have no public address',
  description:
    'Checks for every instance of Cloud SQL whether it has a public address. Even with few allowed networks, a later mistake in that list opens the database, while a private address cannot be reached from the internet at all.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22', 'hipaa:164.312(a)(1)'],
  states: ['databases-not-open', 'machines-not-public'],
  scopes: ['cloudsql.instances.list'],
  tags: ['databases', 'network'],
  onEmpty: 'not_applicable',
  run: (ctx) =>
    judgeSql(ctx, AddressedSql, ({ name }, { ipConfiguration: { ipv4Enabled } }) => {
      return {
        evidence: { ipv4Enabled },
        holds: !ipv4Enabled,
        good: `${name} has no public address`,
        bad: `${name} has a public address`,
        remediation: `Open Cloud SQL → ${name} → Connections → Networking in the Google Cloud console. Give it a private address, move every client to it, then turn off the public one.`,
      }
    }),
})
