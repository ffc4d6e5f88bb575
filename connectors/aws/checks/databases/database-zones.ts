import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { clusterScopes, judgeEachStore } from '../../databases.ts'
import { everyRegion, reportInRegion } from '../../regions.ts'
import { dbZones } from '../../responses.ts'

export const databaseZones = aws.check({
  id: 'database-zones',
  title: 'Databases outlast the loss of a data centre',
  description:
    'Checks whether every RDS instance and cluster runs in more than one availability zone. With one, the database stops when the zone does, until somebody restores a backup. Its cluster decides about an instance of a cluster. Not judged: read replicas, because their source decides, clusters that have no instance, whose data is in several zones, and databases for tests, which you can waive.',
  severity: 'low',
  controls: boundControls(['soc2:A1.2', 'iso27001:A.8.14', 'hipaa:164.308(a)(7)(ii)(B)'], everyRegion),
  states: ['failures-survived'],
  scopes: clusterScopes,
  tags: ['availability', 'databases'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeEachStore(ctx, dbZones, ({ name, resource, isOn, isEmpty }, place) => {
      if (isEmpty) {
        ctx.notApplicable({ resource, title: `${name} has no instance`, evidence: { ...place, multiAz: isOn } })
        return
      }
      reportInRegion(ctx, place, {
        isGood: isOn,
        resource,
        title: isOn ? `${name} runs in several zones` : `${name} runs in one zone`,
        remedy: `open RDS → Databases → ${name} → Modify → Availability and durability, and create a standby. A cluster gets a reader in another zone under Actions → Add reader.`,
        evidence: { multiAz: isOn },
      })
    })
  },
})
