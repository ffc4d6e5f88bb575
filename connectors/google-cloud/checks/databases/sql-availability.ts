import { gcloud } from '../../connector.ts'
import { judgeSql } from '../../judge-sql.ts'
import { PlacedSql } from '../../settings.ts'

export const sqlAvailability = gcloud.check({
  id: 'sql-availability',
  title: 'Databases outlive the loss of a zone',
  description:
    'Checks for every primary instance of Cloud SQL whether a second one in another zone takes over by itself. Otherwise the database is gone while its zone is. Not judged: replicas, and the loss of a region.',
  severity: 'medium',
  controls: ['soc2:A1.2', 'iso27001:A.8.14', 'hipaa:164.308(a)(7)(ii)(C)', 'gdpr:32(1)(b)'],
  states: ['failures-survived'],
  scopes: ['cloudsql.instances.list'],
  tags: ['databases', 'backup'],
  onEmpty: 'not_applicable',
  run: (ctx) =>
    judgeSql(ctx, PlacedSql, ({ name, instanceType }, { availabilityType }) =>
      instanceType !== 'CLOUD_SQL_INSTANCE'
        ? `${name} is a replica`
        : {
            evidence: { availabilityType },
            holds: availabilityType === 'REGIONAL',
            good: `${name} has a second instance in another zone`,
            bad: `${name} runs in one zone only`,
            remediation: `Open Cloud SQL → ${name} → Edit → Availability in the Google Cloud console. Choose "Multiple zones (Highly available)".`,
          },
    ),
})
