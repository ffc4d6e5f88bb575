import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { clusterScopes, judgeWithCluster, toDatabaseResource } from '../../databases.ts'
import { everyRegion, reportInRegion } from '../../regions.ts'
import { DbUpgrades } from '../../responses.ts'

export const databaseUpgrades = aws.check({
  id: 'database-upgrades',
  title: 'Databases take small upgrades by themselves',
  description:
    'Checks whether RDS installs new minor versions of every instance by itself. They close known holes. AWS upgrades a cluster only if all its instances have it on, so one without holds the others back. Not judged: the version that runs, major versions, clusters of a global database, which AWS does not upgrade by itself, and instances for which the setting has no effect: those of DocumentDB and of RDS Custom.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.8.8', 'iso27001:A.8.19'], everyRegion),
  states: ['updates-installed'],
  scopes: clusterScopes,
  tags: ['vulnerabilities', 'databases'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeWithCluster(ctx, DbUpgrades, ({ database, inCluster, mayBeMore, cluster: { partOf } = {} }, place) => {
      const { name, engine, upgraded, cluster } = database
      const resource = toDatabaseResource(database)
      if (isPatchedByHand(engine)) {
        ctx.notApplicable({
          resource,
          title: `${name} takes no small upgrades by a setting`,
          evidence: { ...place, engine },
        })
        return
      }
      // https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-global-database-upgrade.html
      if (partOf !== undefined) {
        ctx.notApplicable({
          resource,
          title: `${name} is in the global database ${partOf}, which somebody upgrades`,
          evidence: { ...place, cluster, partOf },
        })
        return
      }
      // AWS upgrades a cluster only if all its instances have it on:
      // https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.Maintenance.AMVU.html
      const waiting = inCluster.filter((each) => !each.upgraded).map((each) => each.name)
      const isGood = upgraded && waiting.length === 0
      if (isGood && cluster !== undefined && mayBeMore) {
        const because = `${name} takes small upgrades if all instances of ${cluster} do, and one of the region cannot be read.`
        ctx.undecided({ resource, kind: 'schema_drift', because })
        return
      }
      const gap = upgraded
        ? `is not upgraded, because ${waiting.join(', ')} in the same cluster is not`
        : 'waits for somebody to upgrade it'
      reportInRegion(ctx, place, {
        isGood,
        resource,
        title: isGood ? `${name} takes small upgrades` : `${name} ${gap}`,
        remedy: `open RDS → Databases → ${cluster ?? name} → Modify → Maintenance. Enable auto minor version upgrade. RDS installs upgrades in the maintenance window.`,
        evidence: {
          engine,
          cluster,
          autoMinorVersionUpgrade: upgraded,
          waitingInCluster: upgraded ? waiting : undefined,
        },
      })
    })
  },
})

/**
 * Engines for which AWS ignores the setting, or demands that it is off:
 * https://docs.aws.amazon.com/documentdb/latest/developerguide/API_CreateDBInstance.html,
 * https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBInstance.html
 */
function isPatchedByHand(engine: string): boolean {
  return engine === 'docdb' || engine.startsWith('custom-')
}
