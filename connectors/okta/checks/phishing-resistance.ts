import { vendorRecord } from 'checkwright'
import { okta } from '../connector.ts'
import { Authenticator } from '../responses.ts'

// Each asks by ways of its own, and the answer does not tell by which.
const mayResist = ['duo', 'external_idp', 'okta_verify']

export const phishingResistance = okta.check({
  id: 'phishing-resistance',
  title: 'An authenticator that resists phishing is active',
  description:
    'Checks whether an authenticator that is bound to the address of Okta is active: passkeys and security keys (FIDO2), or smart cards. Codes and pushes can be relayed by a false page. Okta Verify resists that by FastPass only, and Duo and another identity provider by what they ask for, which a person has to look up. Not judged: whether policies demand it, and who has enrolled it.',
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
    } else if (active.some((key) => mayResist.includes(key))) {
      ctx.manual({
        resource,
        title: `The only authenticators that may resist phishing: ${active.filter((key) => mayResist.includes(key)).join(', ')}`,
        description:
          'Open Security → Authenticators in the Admin Console. Look whether FastPass of Okta Verify is enabled and must be phishing-resistant, or whether Duo or the other identity provider asks for a security key or a passkey.',
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
