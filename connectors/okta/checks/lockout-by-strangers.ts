import { okta } from '../connector.ts'
import { judgeSetting } from '../organization.ts'
import { LockoutSettings } from '../responses.ts'

export const lockoutByStrangers = okta.check({
  id: 'lockout-by-strangers',
  title: 'Strangers cannot lock people out',
  description:
    'Checks whether wrong passwords from unknown devices leave sign-in from known devices open. Otherwise anybody who knows the names of your people can lock them out of all applications.',
  severity: 'low',
  controls: ['soc2:A1.2', 'soc2:CC6.6', 'iso27001:A.8.5'],
  states: [],
  scopes: ['okta.orgs.read'],
  tags: ['availability', 'password'],
  async run(ctx) {
    const path = '/attack-protection/api/v1/user-lockout-settings'
    await judgeSetting(ctx, path, LockoutSettings, ({ preventBruteForceLockoutFromUnknownDevices: prevents }) => ({
      isGood: prevents,
      title: prevents ? 'Strangers cannot lock people out' : 'Strangers can lock people out by wrong passwords',
      remediation:
        'Open Security → General → User lockout in the Admin Console. Enable the block of suspicious attempts from unknown devices.',
      evidence: { preventBruteForceLockoutFromUnknownDevices: prevents },
    }))
  },
})
