import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { listOfEc2 } from '../../lists.ts'
import { eachRegion, everyRegion, nameInRegion, reportInRegion } from '../../regions.ts'
import { Instance } from '../../responses.ts'

export const machineMetadata = aws.check({
  id: 'machine-metadata',
  title: 'Machines show their metadata to those with a token only',
  description:
    'Checks for every EC2 instance whether its metadata service demands a session token (IMDSv2), or is off. Without the token, a fault in a web application that fetches addresses is enough to read the credentials of the machine. A machine without a role has none there today, and counts too, because a role can be attached at any time. Terminated instances do not count.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.9', 'iso27001:A.8.20'], everyRegion),
  states: ['hardened'],
  scopes: ['ec2:DescribeInstances', 'ec2:DescribeRegions'],
  tags: ['servers', 'keys'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await eachRegion(ctx, async (region, place) => {
      const machines = listOfEc2(ctx, {
        region,
        operation: 'DescribeInstances',
        list: 'reservationSet',
        inner: 'instancesSet',
        schema: Instance,
        resource: nameInRegion('instance', region, 'instanceId'),
      })
      for await (const { id, state, metadata } of machines) {
        if (state === 'terminated' || state === 'shutting-down') continue
        const resource = { type: 'instance', id: `${region}/${id}`, name: `${id} (${region})` }
        if (metadata === undefined) {
          ctx.undecided({ resource, kind: 'schema_drift', because: `AWS does not tell the metadata options of ${id}.` })
          continue
        }
        const { httpTokens, httpEndpoint } = metadata
        const isGood = httpTokens === 'required' || httpEndpoint === 'disabled'
        reportInRegion(ctx, place, {
          isGood,
          resource,
          title: isGood ? `${id} guards its metadata` : `${id} in ${region} answers without a token`,
          remedy: `open EC2 → Instances → ${id} → Actions → Instance settings → Modify instance metadata options. Set IMDSv2 to Required. Old software may need an update first.`,
          evidence: { httpTokens, httpEndpoint },
        })
      }
    })
  },
})
