import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { listSecurityGroups } from '../../lists.ts'
import { eachRegion, everyRegion, reportInRegion } from '../../regions.ts'
import { GroupRules } from '../../responses.ts'

export const defaultSecurityGroups = aws.check({
  id: 'default-security-groups',
  title: 'The default security groups let nothing through',
  description:
    'Checks for the default security group of every VPC whether it has no rules. A machine that is started without another group gets this one, so its rules apply to machines that nobody thought about. Not judged: other groups.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22'], everyRegion),
  states: ['administration-not-open', 'networks-separated'],
  scopes: ['ec2:DescribeSecurityGroups', 'ec2:DescribeRegions'],
  tags: ['network'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await eachRegion(ctx, async (region, place) => {
      const seen = new Set<string>()
      const withDefault = new Set<string>()
      for await (const { groupId, groupName, vpcId, inbound, outbound } of listSecurityGroups(
        ctx,
        region,
        GroupRules,
      )) {
        // No other group may have this name: https://docs.aws.amazon.com/vpc/latest/userguide/default-security-group.html
        seen.add(vpcId)
        if (groupName !== 'default') continue
        withDefault.add(vpcId)
        const isGood = inbound + outbound === 0
        reportInRegion(ctx, place, {
          isGood,
          resource: { type: 'security-group', id: `${region}/${groupId}`, name: `default of ${vpcId} (${region})` },
          title: isGood
            ? `The default group of ${vpcId} has no rules`
            : `The default group of ${vpcId} in ${region} has rules: ${inbound} inbound, ${outbound} outbound`,
          remedy: `open EC2 → Security Groups → ${groupId}. Give the machines that use it a group of their own first, and then delete all its inbound and outbound rules.`,
          evidence: { groupId, vpcId, inbound, outbound },
        })
      }
      // Every VPC has one, and nobody can delete it. That of a shared VPC is shown to its own account only.
      for (const vpcId of [...seen].filter((id) => !withDefault.has(id)))
        ctx.manual({
          resource: {
            type: 'security-group',
            id: `${region}/default of ${vpcId}`,
            name: `default of ${vpcId} (${region})`,
          },
          title: `AWS does not list the default group of ${vpcId} in ${region}`,
          description: `If another account shares ${vpcId}, check the group there. Otherwise open EC2 → Security Groups in ${region}, and look for the group "default" of ${vpcId}.`,
          evidence: { ...place, vpcId },
        })
    })
  },
})
