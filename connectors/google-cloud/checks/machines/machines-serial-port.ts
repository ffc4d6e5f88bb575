import { fetchProjectMetadata, listMachines, readMetadata, reportSwitch, toMachineResource } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { ConfiguredMachine } from '../../settings.ts'

const key = 'serial-port-enable'

export const machinesSerialPort = gcloud.check({
  id: 'machines-serial-port',
  title: 'No machine has its serial port turned on',
  description:
    'Checks for every machine of Compute Engine whether its interactive serial port is on, by its own metadata or by those of the project. That port can be reached from every address, and no firewall rule stops it. Not judged: a policy of the organization that turns it off everywhere.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20'],
  states: ['administration-not-open', 'hardened'],
  scopes: ['compute.instances.list', 'compute.projects.get'],
  tags: ['machines', 'network'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const project = await fetchProjectMetadata(ctx)
    for await (const machine of listMachines(ctx, ConfiguredMachine)) {
      const own = readMetadata(machine.metadata).get(key)
      const value = own ?? project.get(key)
      reportSwitch(ctx, {
        resource: toMachineResource(machine),
        evidence: { value: value ?? null, from: own !== undefined ? 'machine' : 'project' },
        key,
        value,
        wanted: 'off',
        good: `The serial port of ${machine.name} is off`,
        bad: `The serial port of ${machine.name} is on`,
        remediation: `Open Compute Engine → VM instances → ${machine.name} → Edit in the Google Cloud console. Turn off "Enable connecting to serial ports"${own === undefined ? `, and delete ${key} under Compute Engine → Metadata` : ''}.`,
      })
    }
  },
})
