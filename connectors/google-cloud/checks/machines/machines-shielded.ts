import { reportSetting } from '../../../_settings/report-setting.ts'
import { listMachines, toMachineResource } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { ShieldedMachine } from '../../settings.ts'

export const machinesShielded = gcloud.check({
  id: 'machines-shielded',
  title: 'Machines notice when their start was tampered with',
  description:
    'Checks for every machine of Compute Engine whether it has a virtual trusted platform module and integrity monitoring. They show that the boot loader or the kernel was changed, which no program on the machine can tell. Not judged: Secure Boot, because some drivers do not work with it.',
  severity: 'low',
  controls: ['soc2:CC6.8', 'iso27001:A.8.9', 'iso27001:A.8.7'],
  states: ['devices-untampered'],
  scopes: ['compute.instances.list'],
  tags: ['machines'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const machine of listMachines(ctx, ShieldedMachine)) {
      const { name, shieldedInstanceConfig = {} } = machine
      const { enableVtpm = false, enableIntegrityMonitoring = false, enableSecureBoot = false } = shieldedInstanceConfig
      const gaps = [...(enableVtpm ? [] : ['vTPM']), ...(enableIntegrityMonitoring ? [] : ['integrity monitoring'])]
      reportSetting(ctx, {
        resource: toMachineResource(machine),
        evidence: { enableVtpm, enableIntegrityMonitoring, enableSecureBoot },
        holds: gaps.length === 0,
        good: `${name} has vTPM and integrity monitoring`,
        bad: `${name} lacks ${gaps.join(' and ')}`,
        remediation: `Stop ${name}, then open Compute Engine → VM instances → ${name} → Edit → Shielded VM in the Google Cloud console. Turn on vTPM and integrity monitoring. A machine whose image does not support them has to be made again.`,
      })
    }
  },
})
