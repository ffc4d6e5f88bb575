import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { databaseScopes, judgeEachDatabase, toDatabaseResource } from '../../databases.ts'
import { everyRegion, reportInRegion } from '../../regions.ts'

export const databaseUpgrades = aws.check({
  id: 'database-upgrades',
  title: 'Databases take small upgrades by themselves',
  description:
    'Checks whether RDS installs new minor versions of every instance by itself. They close known holes. Not judged: the version that runs, and major versions.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.8.8', 'iso27001:A.8.19'], everyRegion),
  scopes: databaseScopes,
  tags: ['vulnerabilities', 'databases'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeEachDatabase(ctx, (database, place) => {
      const { name, engine, upgraded } = database
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
