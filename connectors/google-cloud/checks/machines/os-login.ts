import type * as z from 'zod/mini'
import { fetchProjectMetadata, listMachines, readMetadata, reportSwitch, toMachineResource } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { toProjectResource } from '../../services.ts'
import { ConfiguredMachine } from '../../settings.ts'

const key = 'enable-oslogin'

/** https://cloud.google.com/compute/docs/images/create-custom#guest-os-features */
function runsWindows({ disks = [] }: z.output<typeof ConfiguredMachine>): boolean {
  return disks.some(({ guestOsFeatures = [] }) => guestOsFeatures.some(({ type }) => type === 'WINDOWS'))
}

export const osLogin = gcloud.check({
  id: 'os-login',
  title: 'People sign in to machines with their Google account',
  description:
    'Checks whether OS Login is on for the project, and whether a machine turns it off. With it, roles decide who may sign in, and the right ends with the account. Without it, SSH keys in metadata stay for years. The setting of the project counts without machines too, because the next one takes it. Not judged: machines of Windows, where it has no effect.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'soc2:CC6.2', 'iso27001:A.5.16', 'iso27001:A.5.18'],
  states: ['accounts-follow-directory', 'single-sign-on-demanded'],
  scopes: ['compute.instances.list', 'compute.projects.get'],
  tags: ['machines', 'leavers'],
  async run(ctx) {
    const value = (await fetchProjectMetadata(ctx)).get(key)
    reportSwitch(ctx, {
      resource: toProjectResource(ctx),
      evidence: { value: value ?? null },
      key,
      value,
      wanted: 'on',
      good: 'OS Login is on for the project',
      bad: 'OS Login is off for the project',
      remediation: `Open Compute Engine → Metadata in the Google Cloud console. Add ${key} with the value TRUE, after giving the role Compute OS Login to those who need machines.`,
    })
    for await (const machine of listMachines(ctx, ConfiguredMachine)) {
      const own = readMetadata(machine.metadata).get(key)
      if (own === undefined) continue
      if (runsWindows(machine)) {
        const title = `${machine.name} runs Windows, where OS Login has no effect`
        ctx.notApplicable({ resource: toMachineResource(machine), title, evidence: { value: own } })
        continue
      }
      reportSwitch(ctx, {
        resource: toMachineResource(machine),
        evidence: { value: own },
        key,
        value: own,
        wanted: 'on',
        good: `OS Login is on for ${machine.name}`,
        bad: `${machine.name} turns OS Login off`,
        remediation: `Open Compute Engine → VM instances → ${machine.name} → Edit → Metadata in the Google Cloud console. Delete ${key}.`,
      })
    }
  },
})
