import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { databaseScopes, judgeEachDatabase, toDatabaseResource } from '../../databases.ts'
import { everyRegion, reportInRegion } from '../../regions.ts'

export const databaseUpgrades = aws.check({
  id: 'database-upgrades',
  title: 'Databases take small upgrades by themselves',
  description:
    'Checks whether RDS installs new minor versions of every instance by itself. They close known holes. Not judged: the version that runs, major versions, and instances for which the setting has no effect: those of DocumentDB and of RDS Custom.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.8.8', 'iso27001:A.8.19'], everyRegion),
  scopes: databaseScopes,
  tags: ['vulnerabilities', 'databases'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeEachDatabase(ctx, (database, place) => {
      const { name, engine, upgraded } = database
      if (isPatchedByHand(engine)) {
        ctx.notApplicable({
          resource: toDatabaseResource(database),
          title: `${name} takes no small upgrades by a setting`,
          evidence: { ...place, engine },
        })
        return
      }
      reportInRegion(ctx, place, {
        isGood: upgraded,
        resource: toDatabaseResource(database),
        title: upgraded ? `${name} takes small upgrades` : `${name} waits for somebody to upgrade it`,
        remedy: `open RDS → Databases → ${name} → Modify → Maintenance. Enable auto minor version upgrade. RDS installs upgrades in the maintenance window.`,
        evidence: { engine, autoMinorVersionUpgrade: upgraded },
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
