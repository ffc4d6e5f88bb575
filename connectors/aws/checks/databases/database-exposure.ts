import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { databaseScopes, judgeEachDatabase, toDatabaseResource } from '../../databases.ts'
import { everyRegion } from '../../regions.ts'
import { DbExposure } from '../../responses.ts'

export const databaseExposure = aws.check({
  id: 'database-exposure',
  title: 'Databases have no public address',
  description:
    'Checks whether every RDS instance is publicly accessible. Such an instance has an address on the internet, so only the rules of its security group protect it. Not judged: those rules, whether its subnets lead to the internet, other ways to its cluster, such as an internet access gateway, and clusters that have no instance.',
  severity: 'critical',
  controls: boundControls(['soc2:CC6.6', 'iso27001:A.8.20', 'hipaa:164.312(e)(1)', 'gdpr:32'], everyRegion),
  states: ['databases-not-open', 'machines-not-public'],
  scopes: databaseScopes,
  tags: ['exposure', 'databases', 'network'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeEachDatabase(ctx, DbExposure, (database, place) => {
      const { name, region, isPublic } = database
      const resource = toDatabaseResource(database)
      const evidence = { ...place, publiclyAccessible: isPublic }
      if (!isPublic) ctx.pass({ resource, title: `${name} has no public address`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} has a public address`,
          remediation: `Choose the region ${region} in the console, and open RDS → Databases → ${name} → Modify → Connectivity → Additional configuration. Choose "Not publicly accessible", and apply it immediately. Applications outside the network need another way first.`,
          evidence,
        })
      }
    })
  },
})
