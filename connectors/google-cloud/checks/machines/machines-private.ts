import { reportSetting } from '../../../_settings/report-setting.ts'
import { listMachines, toMachineResource } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { AddressedMachine } from '../../settings.ts'

export const machinesPrivate = gcloud.check({
  id: 'machines-private',
  title: 'Machines have no public address',
  description:
    'Checks for every machine of Compute Engine whether it has an external address. Each is scanned within minutes, and one wrong firewall rule then opens it to the world. Not judged: load balancers and forwarding rules, which are the way in for what has to be public.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22'],
  states: ['machines-not-public'],
  scopes: ['compute.instances.list'],
  tags: ['machines', 'network', 'exposure'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const machine of listMachines(ctx, AddressedMachine)) {
      const { name, networkInterfaces } = machine
      const addresses = networkInterfaces.flatMap(({ accessConfigs = [], ipv6AccessConfigs = [] }) => [
        // A machine that is off keeps its entry, and gets an address when it starts.
        ...accessConfigs.map(({ natIP }) => natIP ?? 'when it runs'),
        ...ipv6AccessConfigs.map(({ externalIpv6 }) => externalIpv6 ?? 'when it runs'),
      ])
      reportSetting(ctx, {
        resource: toMachineResource(machine),
        evidence: { addresses },
        holds: addresses.length === 0,
        good: `${name} has no public address`,
        bad: `${name} has public addresses: ${addresses.length}`,
        remediation: `Open Compute Engine → VM instances → ${name} → Edit → Network interfaces in the Google Cloud console. Set the external address to none. Use Cloud NAT for what the machine calls, a load balancer for who calls it, and Identity-Aware Proxy for administration.`,
      })
    }
  },
})
