import { boundControls, coversInternet } from 'checkwright'
import { aws } from '../../connector.ts'
import { listSecurityGroups } from '../../lists.ts'
import { eachRegion, everyRegion } from '../../regions.ts'
import { SecurityGroup } from '../../responses.ts'

/** Ports by which machines are administered and databases are asked. */
const guardedPorts = [
  ...['22', '23', '135', '445', '1433', '1521', '2375', '3306', '3389', '5432'],
  ...['5900', '5985', '5986', '6379', '9200', '11211', '27017'],
] as const

export const openAdminPorts = aws.check({
  id: 'open-admin-ports',
  title: 'No security group opens administration ports or databases to the whole internet',
  description:
    'Checks for every security group whether its rules together let the whole internet in, by TCP or UDP, at ports for administration and databases. 0.0.0.0/0 and ::/0 mean the whole internet, and so do ranges that cover much of it, such as its two halves. Scanners find such ports within minutes, and try every known password. A group without users counts too, because something can use it tomorrow. A person has to look at prefix lists. Not judged: network ACLs, and whether VPC Block Public Access stops the traffic.',
  severity: 'critical',
  controls: boundControls(['soc2:CC6.6', 'iso27001:A.8.20', 'hipaa:164.312(e)(1)', 'gdpr:32'], {
    ...everyRegion,
    ports: { includes: guardedPorts },
  }),
  states: ['administration-not-open'],
  scopes: ['ec2:DescribeSecurityGroups', 'ec2:DescribeRegions'],
  tags: ['network', 'exposure'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'ports',
      label: 'Ports',
      type: 'text',
      default: guardedPorts.join(','),
      helpText:
        'Numbers with commas between them. If you leave one of the default out, the check no longer speaks for its controls.',
    },
  ],
  async run(ctx) {
    const guarded =
      parsePorts(ctx.variables.ports) ??
      ctx.cannotTell({ kind: 'config', message: 'The variable "ports" has to hold ports such as "22,3389".' })
    await eachRegion(ctx, async (region, place) => {
      for await (const { groupId, groupName, vpcId, inbound } of listSecurityGroups(ctx, region, SecurityGroup)) {
        const resource = { type: 'security-group', id: `${region}/${groupId}`, name: `${groupName} (${region})` }
        const openings = guarded.map((port) =>
          coversInternet(inbound.filter((rule) => isAboutPort(rule, port)).flatMap(({ sources }) => sources)),
        )
        const ports = guarded.filter((_, index) => openings[index] === true)
        if (ports.length === 0 && openings.includes(undefined)) {
          const because = `${groupId} has a source that is no range of addresses.`
          ctx.undecided({ resource, kind: 'schema_drift', because })
          continue
        }
        const open = inbound
          .map((rule) => ({ sources: rule.sources, ports: ports.filter((port) => isAboutPort(rule, port)) }))
          .filter((rule) => rule.sources.length > 0 && rule.ports.length > 0)
        const lists = [
          ...new Set(
            inbound.filter((rule) => guarded.some((port) => isAboutPort(rule, port))).flatMap((rule) => rule.lists),
          ),
        ]
        const evidence = { ...place, ports: guarded, groupId, vpcId, open, lists }
        if (ports.length === 0 && lists.length > 0)
          ctx.manual({
            resource,
            title: `${groupName} in ${region} lets a prefix list in at its guarded ports: ${lists.join(', ')}`,
            description: `Choose the region ${region} in the console, and open VPC → Managed prefix lists. Look whether the entries of ${lists.join(', ')} cover much of the internet.`,
            evidence,
          })
        else if (ports.length === 0) ctx.pass({ resource, title: `${groupName} guards its ports`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${groupName} in ${region} is open to the internet at ${ports.join(', ')}`,
            remediation: `Choose the region ${region} in the console, and open EC2 → Security Groups → ${groupId} → Edit inbound rules. Replace 0.0.0.0/0, ::/0 and other ranges of everybody by the addresses that need it. Session Manager reaches machines without an open port.`,
            evidence,
          })
        }
      }
    })
  },
})

type InboundRule = SecurityGroup['inbound'][number]

/** Whether a rule is about the port: TCP (6), UDP (17), or everything (-1). */
function isAboutPort({ protocol, from = 0, to = 65_535 }: InboundRule, port: number): boolean {
  if (protocol === '-1') return true
  // EC2 also writes -1 for all ports.
  return ['tcp', '6', 'udp', '17'].includes(protocol) && (from === -1 || (from <= port && port <= to))
}

function parsePorts(text: string): readonly number[] | undefined {
  const ports = text.split(',').map((each) => (/^\s*\d{1,5}\s*$/.test(each) ? Number(each) : Number.NaN))
  return ports.every((port) => port > 0 && port < 65_536) ? ports : undefined
}
