import { boundControls } from 'checkwright'
import { listGlobal } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { findOpenPorts, findWorldRanges } from '../../firewall.ts'
import { Firewall } from '../../responses.ts'

/** https://cloud.google.com/compute/docs/reference/rest/v1/firewalls/list */
const ports = [
  { value: '22', label: 'SSH (22)' },
  { value: '23', label: 'Telnet (23)' },
  { value: '445', label: 'SMB (445)' },
  { value: '1433', label: 'SQL Server (1433)' },
  { value: '2375', label: 'Docker (2375)' },
  { value: '3306', label: 'MySQL (3306)' },
  { value: '3389', label: 'Remote Desktop (3389)' },
  { value: '5432', label: 'PostgreSQL (5432)' },
  { value: '5985', label: 'WinRM (5985)' },
  { value: '6379', label: 'Redis (6379)' },
  { value: '6443', label: 'Kubernetes (6443)' },
  { value: '9200', label: 'Elasticsearch (9200)' },
  { value: '27017', label: 'MongoDB (27017)' },
] as const

export const firewallAdminPorts = gcloud.check({
  id: 'firewall-admin-ports',
  title: 'No firewall rule opens administration or databases to the world',
  description:
    'Checks for every inbound rule of the VPC firewall whether it opens a port for administration or a database to all addresses, by TCP or UDP. Ranges that cover much of the internet count as all addresses. Scanners find such ports within minutes. Not judged: earlier rules that deny the same traffic, and firewall policies of networks, folders and the organization.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22'], {
    closed_ports: { includes: ['22', '3306', '3389', '5432'] },
  }),
  states: ['administration-not-open'],
  scopes: ['compute.firewalls.list'],
  tags: ['network', 'exposure'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'closed_ports',
      label: 'Ports that must not be open to the world',
      type: 'multiselect',
      options: ports,
      default: ports.map(({ value }) => value),
    },
  ],
  async run(ctx) {
    const { closed_ports: closed } = ctx.variables
    for await (const rule of listGlobal(ctx, 'firewalls', Firewall)) {
      const { id, name, direction, disabled, sourceRanges, network } = rule
      if (direction !== 'INGRESS' || rule.allowed.length === 0) continue
      const resource = { type: 'firewall-rule', id, name }
      if (disabled) {
        ctx.notApplicable({ resource, title: `${name} is disabled`, evidence: { disabled } })
        continue
      }
      const world = findWorldRanges(sourceRanges)
      const open = findOpenPorts(rule.allowed, closed.map(Number))
      const evidence = {
        network: network ?? null,
        world: world ?? null,
        open: world?.length === 0 ? [] : (open ?? null),
      }
      if (world?.length === 0 || open?.length === 0)
        ctx.pass({ resource, title: `${name} opens none of these ports to the world`, evidence })
      else if (!world || !open)
        ctx.undecided({
          resource,
          kind: 'schema_drift',
          because: `${name} has a source that is no range of addresses, or ports that are no numbers.`,
        })
      else {
        ctx.fail({
          resource,
          title: `${name} opens ${open.length === closed.length && open.length > 1 ? 'all of these ports' : open.join(', ')} to the world`,
          remediation: `Open VPC network → Firewall → ${name} in the Google Cloud console. Name the addresses that need it as source, or delete the rule and reach machines by Identity-Aware Proxy (35.235.240.0/20).`,
          evidence,
        })
      }
    }
  },
})
