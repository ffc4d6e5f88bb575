import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { JoiningPolicy } from '../settings.ts'

export const deviceJoinSecondFactor = entra.check({
  id: 'device-join-second-factor',
  title: 'Joining a device demands a second factor',
  description:
    'Checks whether users need a second factor to join or register a device. A device that somebody joined with a stolen password counts as known, and passes policies that trust such devices. Not judged: conditional access policies for the action "Register or join devices", which Microsoft recommends in its place.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'iso27001:A.8.1'],
  scopes: ['Policy.Read.DeviceConfiguration'],
  tags: ['mfa', 'devices'],
  async run(ctx) {
    const { multiFactorAuthConfiguration } = await ctx.get('/policies/deviceRegistrationPolicy', {
      schema: JoiningPolicy,
    })
    reportTenant(ctx, {
      evidence: { multiFactorAuthConfiguration },
      holds: multiFactorAuthConfiguration === 'required',
      good: 'Joining a device demands a second factor',
      bad: 'A password is enough to join a device',
      remediation:
        'Open Identity → Devices → All devices → Device settings in the Entra admin center. Set "Require multifactor authentication to register or join devices" to Yes, or use a conditional access policy and waive this finding.',
    })
  },
})
