import { boundControls, formatDays } from 'checkwright'
import { aws } from '../../connector.ts'
import { clusterScopes, judgeWithCluster, toDatabaseResource } from '../../databases.ts'
import { everyRegion } from '../../regions.ts'
import { DbBackups } from '../../responses.ts'

export const databaseBackups = aws.check({
  id: 'database-backups',
  title: 'RDS backs databases up every day, and keeps the backups',
  description:
    'Checks for how many days the automatic backups of every RDS instance are kept. With 0 days there are none. Not judged: backups that AWS Backup makes, clusters that have no instance, and read replicas, because their data is backed up at the source.',
  severity: 'high',
  controls: boundControls(['soc2:A1.2', 'iso27001:A.8.13', 'hipaa:164.308(a)(7)(ii)(A)'], {
    ...everyRegion,
    min_backup_days: { min: 7 },
  }),
  states: [{ 'backups-made': { kept: 'min_backup_days' } }],
  scopes: clusterScopes,
  tags: ['backup', 'databases'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'min_backup_days', label: 'Fewest days that backups are kept', type: 'number', default: 7, min: 1, max: 35 },
  ],
  async run(ctx) {
    const { min_backup_days: days } = ctx.variables
    await judgeWithCluster(ctx, DbBackups, ({ database, cluster: { replicaOf: clusterOf } = {} }, place) => {
      const { name, region, backupDays, replicaOf = clusterOf, cluster } = database
      const resource = toDatabaseResource(database)
      const evidence = { ...place, backupRetentionDays: backupDays, replicaOf, cluster }
      if (replicaOf !== undefined) ctx.notApplicable({ resource, title: `${name} is a read replica`, evidence })
      else if (backupDays >= days)
        ctx.pass({ resource, title: `Backups of ${name} are kept ${formatDays(backupDays)}`, evidence })
      else {
        ctx.fail({
          resource,
          title:
            backupDays === 0
              ? `${name} has no backups`
              : `Backups of ${name} are kept ${formatDays(backupDays)}, not ${days}`,
          remediation: `Choose the region ${region} in the console, and open RDS → Databases → ${cluster ?? name} → Modify → Backup. Set the backup retention period to ${formatDays(days)} or more, and apply it immediately.`,
          evidence,
        })
      }
    })
  },
})
