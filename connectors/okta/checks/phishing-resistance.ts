import { vendorRecord } from 'checkwright'
import { okta } from '../connector.ts'
import { Authenticator } from '../responses.ts'

export const phishingResistance = okta.check({
  id: 'phishing-resistance',
  title: 'An authenticator that resists phishing is active',
  description:
    'Checks whether an authenticator that is bound to the address of Okta is active: passkeys and security keys (FIDO2), or smart cards. Codes and pushes can be relayed by a false page. Okta Verify resists that by FastPass only, which a person has to look up. Not judged: whether policies demand it, and who has enrolled it.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)'],
  states: ['second-factor-strong'],
  scopes: ['okta.authenticators.read'],
  tags: ['mfa', 'phishing'],
  async run(ctx) {
    const listed = ctx.paginate('/api/v1/authenticators', { schema: vendorRecord(Authenticator), next: 'link' })
    const all = await Array.fromAsync(listed)
    const active = all.flatMap(({ record }) => (record?.status === 'ACTIVE' ? [record.key] : []))
    const [unreadable] = all.flatMap((each) => each.unreadable ?? [])
    const resource = { type: 'organization', id: ctx.credentials.domain }
    const evidence = { active }
    if (active.some((key) => ['webauthn', 'smart_card_idp'].includes(key)))
      ctx.pass({ resource, title: 'Passkeys or smart cards can be used', evidence })
    else if (unreadable !== undefined) {
      const because = `No authenticator that can be read resists phishing, and one cannot be read: ${unreadable}.`
      ctx.undecided({ resource, because, kind: 'schema_drift' })
    } else if (active.includes('okta_verify')) {
      ctx.manual({
        resource,
        title: 'Okta Verify is the only authenticator that may resist phishing',
        description:
          'Open Security → Authenticators → Okta Verify → Edit in the Admin Console, and look whether FastPass is enabled and must be phishing-resistant.',
        evidence,
      })
    } else {
      ctx.fail({
        resource,
        title: 'Every active authenticator can be phished',
        remediation:
          'Open Security → Authenticators → Setup → Add authenticator in the Admin Console. Add FIDO2 (WebAuthn), and let administrators enrol it first.',
        evidence,
      })
    }
  },
})
