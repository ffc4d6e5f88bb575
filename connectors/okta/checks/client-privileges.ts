import { okta } from '../connector.ts'
import { judgeSetting } from '../organization.ts'
import { ClientPrivileges } from '../responses.ts'

export const clientPrivileges = okta.check({
  id: 'client-privileges',
  title: 'New service applications do not become administrators by themselves',
  description:
    'Checks whether Okta makes new service applications super administrators by itself. Such an application reads and changes everything as soon as it exists, with a key that nobody reviews. Not judged: roles of applications that exist.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2'],
  states: ['programs-without-administration'],
  scopes: ['okta.orgs.read'],
  tags: ['administrators', 'least-privilege'],
  async run(ctx) {
    const path = '/api/v1/org/settings/clientPrivilegesSetting'
    await judgeSetting(ctx, path, ClientPrivileges, ({ clientPrivilegesSetting: assigns }) => ({
      isGood: !assigns,
      title: assigns ? 'New service applications become super administrators' : 'New service applications have no role',
      remediation:
        'Open Settings → Account → Public client app admins in the Admin Console, and turn it off. Give each application the role that it needs.',
      evidence: { clientPrivilegesSetting: assigns },
    }))
  },
})
