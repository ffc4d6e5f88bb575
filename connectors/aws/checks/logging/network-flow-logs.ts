import { boundControls, vendorRecord } from 'checkwright'
import { aws } from '../../connector.ts'
import { listNetworks, listOfEc2 } from '../../lists.ts'
import { eachRegion, everyRegion, readAccount, reportInRegion } from '../../regions.ts'
import { FlowLog } from '../../responses.ts'

export const networkFlowLogs = aws.check({
  id: 'network-flow-logs',
  title: 'Traffic that is refused is recorded in every network',
  description:
    'Checks for every VPC whether a flow log records the traffic that it refuses, or all traffic, and is delivered. A VPC that nobody uses counts too. Without it you cannot see afterwards where an intruder went. Not judged: networks that another account shares, which records them itself; flow logs of single subnets and interfaces, because the next one would not have them; and the fields of a record.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.15', 'iso27001:A.8.20', 'hipaa:164.312(b)'], everyRegion),
  states: ['traffic-logged'],
  scopes: ['ec2:DescribeVpcs', 'ec2:DescribeFlowLogs', 'ec2:DescribeRegions'],
  tags: ['logging', 'network'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const account = await readAccount(ctx)
    await eachRegion(ctx, async (region, place) => {
      const logs = await Array.fromAsync(
        listOfEc2(ctx, {
          region,
          operation: 'DescribeFlowLogs',
          list: 'flowLogSet',
          schema: vendorRecord(FlowLog, 'resourceId'),
        }),
      )
      for await (const { vpcId: id, ownerId: owner } of listNetworks(ctx, region)) {
        const resource = { type: 'network', id: `${region}/${id}`, name: id }
        // One that names no owner is judged as the account's own.
        if (owner !== undefined && owner !== account) {
          // Its flow logs are shown to the owner alone: https://docs.aws.amazon.com/vpc/latest/userguide/vpc-share-limitations.html
          ctx.notApplicable({ resource, title: `${id} belongs to the account ${owner}`, evidence: { ...place, owner } })
          continue
        }
        const own = logs.flatMap(({ record }) => (record?.resourceId === id ? [record] : []))
        const useful = own.filter(({ trafficType }) => trafficType !== 'ACCEPT')
        const isGood = useful.some(({ deliverLogsStatus }) => deliverLogsStatus === 'SUCCESS')
        const odd = logs.find((log) => !log.record && (log.id ?? id) === id)
        if (!isGood && odd) {
          const because = `A flow log that may be of ${id} cannot be read (${odd.unreadable ?? ''}), and no other one records its traffic.`
          ctx.undecided({ resource, because, kind: 'schema_drift' })
          continue
        }
        const gap =
          own.length === 0
            ? 'has no flow log'
            : useful.length === 0
              ? 'has flow logs of accepted traffic only'
              : 'has flow logs that cannot be delivered'
        reportInRegion(ctx, place, {
          isGood,
          resource,
          title: isGood ? `The refused traffic of ${id} is recorded` : `${id} in ${region} ${gap}`,
          remedy: `open VPC → Your VPCs → ${id} → Flow logs → Create flow log. Choose the filter "All" or "Reject", and a destination that the flow log may write to.`,
          evidence: { flowLogs: own.map(({ resourceId: _, ...log }) => log) },
        })
      }
    })
  },
})
