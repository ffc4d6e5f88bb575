import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { listNetworks, listSecurityGroups } from '../../lists.ts'
import { eachRegion, everyRegion, readAccount, reportInRegion } from '../../regions.ts'
import { GroupRules } from '../../responses.ts'

export const defaultSecurityGroups = aws.check({
  id: 'default-security-groups',
  title: 'The default security groups let nothing through',
  description:
    'Checks for the default security group of every VPC whether it has no rules. A machine that is started without another group gets this one, so its rules apply to machines that nobody thought about. A VPC that nobody uses counts too. Not judged: other groups, and the default group of a VPC that another account shares.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22'], everyRegion),
  states: ['administration-not-open', 'networks-separated'],
  scopes: ['ec2:DescribeSecurityGroups', 'ec2:DescribeVpcs', 'ec2:DescribeRegions'],
  tags: ['network'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const account = await readAccount(ctx)
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
      const missing = [...seen].filter((id) => !withDefault.has(id))
      if (missing.length === 0) return
      const owners = new Map<string, string | undefined>()
      for await (const { vpcId, ownerId } of listNetworks(ctx, region)) owners.set(vpcId, ownerId)
      for (const vpcId of missing) {
        const resource = {
          type: 'security-group',
          id: `${region}/default of ${vpcId}`,
          name: `default of ${vpcId} (${region})`,
        }
        const owner = owners.get(vpcId) ?? account
        if (owner !== account) {
          const title = `${vpcId} belongs to the account ${owner}`
          ctx.notApplicable({ resource, title, evidence: { ...place, vpcId, owner } })
          continue
        }
        ctx.manual({
          resource,
          title: `AWS does not list the default group of ${vpcId} in ${region}`,
          description: `If another account shares ${vpcId}, check the group there. Otherwise open EC2 → Security Groups in ${region}, and look for the group "default" of ${vpcId}.`,
          evidence: { ...place, vpcId },
        })
      }
    })
  },
})
