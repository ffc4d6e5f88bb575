import { boundControls } from 'checkwright'
import { gcloud } from '../../connector.ts'
import { demandSaid, listSqlInstancesAs, toInstanceResource } from '../../services.ts'
import { BackedUpSql } from '../../settings.ts'

export const sqlBackups = gcloud.check({
  id: 'sql-backups',
  title: 'Databases are backed up, to any point in time',
  description:
    'Checks for every instance of Cloud SQL whether it is backed up automatically, and whether it can be restored to a moment between two backups. A person looks at an instance whose backups Backup and DR keeps. Not judged: replicas, because their primary is backed up, and how long backups are kept.',
  severity: 'high',
  controls: boundControls(['soc2:A1.2', 'iso27001:A.8.13', 'hipaa:164.308(a)(7)(ii)(A)', 'gdpr:32(1)(c)'], {
    demand_point_in_time: { oneOf: [true] },
  }),
  states: ['backups-made', 'data-recoverable'],
  scopes: ['cloudsql.instances.list'],
  tags: ['databases', 'backup'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'demand_point_in_time', label: 'Demand recovery to a point in time', type: 'boolean', default: true },
  ],
  async run(ctx) {
    const { demand_point_in_time: demandsPoint } = ctx.variables
    await ctx.each(
      listSqlInstancesAs(ctx, BackedUpSql),
      async (instance) => {
        const { name, instanceType, settings } = instance
        const resource = toInstanceResource(ctx, instance)
        if (instanceType !== 'CLOUD_SQL_INSTANCE') {
          ctx.notApplicable({ resource, title: `${name} is no primary instance`, evidence: { instanceType } })
          return
        }
        const { hasBackups, hasPointInTime, isKeptElsewhere } = demandSaid(
          ctx,
          settings?.backupConfiguration,
          `settings.backupConfiguration of ${name}`,
        )
        const evidence = { instanceType, hasBackups, hasPointInTime }
        const gaps = [
          ...(hasBackups ? [] : ['no backups']),
          ...(hasPointInTime || !demandsPoint ? [] : ['no recovery to a point in time']),
        ]
        if (gaps.length === 0) ctx.pass({ resource, title: `${name} is backed up`, evidence })
        else if (isKeptElsewhere) {
          ctx.manual({
            resource,
            title: `The backups of ${name} are kept by Backup and DR`,
            description: `Open Backup and DR in the Google Cloud console, and look how often ${name} is backed up, and whether it can be restored to any point in time.`,
            evidence: { ...evidence, isKeptElsewhere },
          })
        } else {
          ctx.fail({
            resource,
            title: `${name} has ${gaps.join(' and ')}`,
            remediation: `Open Cloud SQL → ${name} → Backups → Settings in the Google Cloud console. Turn on automated backups and point-in-time recovery.`,
            evidence,
          })
        }
      },
      { resource: (instance) => toInstanceResource(ctx, instance) },
    )
  },
})
