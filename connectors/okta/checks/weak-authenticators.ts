import { parseWord } from 'checkwright'
import { okta } from '../connector.ts'
import { Authenticator } from '../responses.ts'

const weak = ['security_question', 'okta_email', 'phone_number']

// The others that Okta names: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Authenticator/
const other = [
  'custom_app',
  'custom_otp',
  'duo',
  'external_idp',
  'google_otp',
  'okta_password',
  'okta_verify',
  'onprem_mfa',
  'rsa_token',
  'security_key',
  'smart_card_idp',
  'symantec_vip',
  'tac',
  'webauthn',
  'yubikey_token',
]

export const weakAuthenticators = okta.check({
  id: 'weak-authenticators',
  title: 'Questions, mails and phones open no applications',
  description:
    'Checks for the authenticators security question, email and phone whether they can be used to sign in, or to recover an account only. Answers can be guessed, a mailbox may be open already, and text messages can be redirected. Authenticators that are inactive are not listed.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.5', 'hipaa:164.312(d)'],
  states: ['weak-factors-refused'],
  scopes: ['okta.authenticators.read'],
  tags: ['mfa'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const listed = ctx.paginate('/api/v1/authenticators', {
      schema: Authenticator,
      resource: { type: 'authenticator', id: 'id', name: 'name' },
      next: 'link',
    })
    await ctx.each(
      listed,
      async ({ id, key, name, status, settings }) => {
        if (status !== 'ACTIVE' || other.includes(key)) return
        const resource = { type: 'authenticator', id, name }
        if (!weak.includes(key)) {
          ctx.manual({
            resource,
            title: `${name} is of a kind that the check does not know`,
            description: `Open Security → Authenticators → ${name} in the Admin Console. Look whether somebody else can guess it or read it, and whether it can be used to sign in.`,
            evidence: { key },
          })
          return
        }
        const use = parseWord(ctx, settings?.allowedFor, ['any', 'none', 'recovery', 'sso'], 'allowedFor')
        const evidence = { key, allowedFor: use }
        if (use === 'none' || use === 'recovery')
          ctx.pass({ resource, title: `${name} opens no applications`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${name} can be used to sign in`,
            remediation: `Open Security → Authenticators → ${name} → Edit in the Admin Console. Choose "Recovery" in place of authentication. Let people enrol a stronger authenticator first.`,
            evidence,
          })
        }
      },
      { resource: ({ id, name }) => ({ type: 'authenticator', id, name }) },
    )
  },
})
