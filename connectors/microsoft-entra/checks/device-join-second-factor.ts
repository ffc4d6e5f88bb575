import { explainUnreadable, listActivePolicies } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import type { ConditionalAccessPolicy } from '../responses.ts'
import { JoiningPolicy } from '../settings.ts'

export const deviceJoinSecondFactor = entra.check({
  id: 'device-join-second-factor',
  title: 'Joining a device demands a second factor',
  description:
    'Checks whether users need a second factor to join or register a device. A device that somebody joined with a stolen password counts as known, and passes policies that trust such devices. Microsoft recommends a conditional access policy for the action "Register or join devices" in place of the setting; a person looks at the people whom such a policy leaves out. Where nobody may join or register a device, there is nothing to demand.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'iso27001:A.8.1'],
  states: ['devices-join-with-second-factor'],
  scopes: ['Policy.Read.DeviceConfiguration', 'Policy.Read.All'],
  tags: ['mfa', 'devices'],
  async run(ctx) {
    const resource = { type: 'tenant', id: ctx.credentials.tenant_id }
    const { multiFactorAuthConfiguration, azureADJoin, azureADRegistration } = await ctx.get(
      '/policies/deviceRegistrationPolicy',
      { schema: JoiningPolicy },
    )
    const mayJoin = [azureADJoin?.allowedToJoin, azureADRegistration?.allowedToRegister]
    if (mayJoin.every((membership) => membership?.['@odata.type'] === nobody)) {
      ctx.notApplicable({ resource, title: 'Nobody may join or register a device', evidence: { mayJoin: 'nobody' } })
      return
    }
    const isRequired = multiFactorAuthConfiguration === 'required'
    const { active, unreadable } = isRequired ? { active: [], unreadable: [] } : await listActivePolicies(ctx)
    const policies = active.filter(isAboutJoining).map((each) => each.displayName)
    const evidence = { multiFactorAuthConfiguration, policies: policies.length > 0 ? policies : undefined }
    if (policies.length > 0) {
      ctx.manual({
        resource,
        title: 'A conditional access policy demands a second factor for joining a device',
        description: `Open Protection → Conditional Access in the Entra admin center. Look whom ${policies.join(', ')} leaves out.`,
        evidence,
      })
      return
    }
    if (unreadable.length > 0) {
      ctx.undecided({ resource, because: explainUnreadable(unreadable), kind: 'schema_drift' })
      return
    }
    reportTenant(ctx, {
      evidence,
      holds: isRequired,
      good: 'Joining a device demands a second factor',
      bad: 'A password is enough to join a device',
      remediation:
        'Open Identity → Devices → All devices → Device settings in the Entra admin center. Set "Require multifactor authentication to register or join devices" to Yes, or use a conditional access policy for the action "Register or join devices".',
    })
  },
})

// https://learn.microsoft.com/graph/api/resources/nodeviceregistrationmembership
const nobody = '#microsoft.graph.noDeviceRegistrationMembership'

/** https://learn.microsoft.com/graph/api/resources/conditionalaccessapplications */
function isAboutJoining({ includeUserActions, grantControls }: ConditionalAccessPolicy): boolean {
  const demandsFactor =
    grantControls?.builtInControls.includes('mfa') === true || grantControls?.authenticationStrength != null
  return demandsFactor && includeUserActions.includes('urn:user:registerdevice')
}
