import { reportSetting } from '../../../_settings/report-setting.ts'
import { listMachines, toMachineResource } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { ActingMachine } from '../../settings.ts'

/** Google makes these accounts itself. https://cloud.google.com/compute/docs/access/service-accounts#default_service_account */
const isDefault = (email: string) => /^\d+-compute@developer\.gserviceaccount\.com$/.test(email)

const everything = 'https://www.googleapis.com/auth/cloud-platform'

export const machinesAccount = gcloud.check({
  id: 'machines-account',
  title: 'No machine acts as the default service account with the scope for all services',
  description:
    'Checks for every machine of Compute Engine as which service account its programs act. The default one of Compute Engine usually is an editor of the project. With the scope for all services, whoever breaks into the machine may change everything. Not judged: the roles of the accounts.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2'],
  states: ['programs-without-administration'],
  scopes: ['compute.instances.list'],
  tags: ['machines', 'least-privilege'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const machine of listMachines(ctx, ActingMachine)) {
      const { name, serviceAccounts = [] } = machine
      const wide = serviceAccounts.filter(({ email, scopes }) => isDefault(email) && scopes.includes(everything))
      reportSetting(ctx, {
        resource: toMachineResource(machine),
        evidence: { accounts: serviceAccounts.map(({ email }) => email), wide: wide.map(({ email }) => email) },
        holds: wide.length === 0,
        good: `${name} does not act as the default service account for all services`,
        bad: `${name} acts as the default service account for all services`,
        remediation: `Create a service account with the roles that ${name} needs. Stop the machine, then open Compute Engine → VM instances → ${name} → Edit → Identity and API access in the Google Cloud console and choose it.`,
      })
    }
  },
})
