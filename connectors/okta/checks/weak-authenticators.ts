import { parseWord } from 'checkwright'
import { okta } from '../connector.ts'
import { Authenticator } from '../responses.ts'

const weak = ['security_question', 'okta_email', 'phone_number']

export const weakAuthenticators = okta.check({
  id: 'weak-authenticators',
  title: 'Questions, mails and phones open no applications',
  description:
    'Checks for the authenticators security question, email and phone whether they can be used to sign in, or to recover an account only. Answers can be guessed, a mailbox may be open already, and text messages can be redirected. Authenticators that are inactive are not listed.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.5', 'hipaa:164.312(d)'],
  scopes: ['okta.authenticators.read'],
  tags: ['mfa'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const listed = ctx.paginate('/api/v1/authenticators', { schema: Authenticator, next: 'link' })
    for await (const { id, key, name, status, settings } of listed) {
      if (!weak.includes(key) || status !== 'ACTIVE') continue
      const use = parseWord(ctx, settings?.allowedFor, ['any', 'none', 'recovery', 'sso'], 'allowedFor')
      const resource = { type: 'authenticator', id, name }
      const evidence = { key, allowedFor: use }
      if (use === 'none' || use === 'recovery') ctx.pass({ resource, title: `${name} opens no applications`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} can be used to sign in`,
          remediation: `Open Security → Authenticators → ${name} → Edit in the Admin Console. Choose "Recovery" in place of authentication. Let people enrol a stronger authenticator first.`,
          evidence,
        })
      }
    }
  },
})
