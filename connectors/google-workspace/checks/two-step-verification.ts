import { boundControls } from 'checkwright'
import { workspace } from '../connector.ts'
import { findExemption, listUsers } from '../directory.ts'
import { EnrolledUser } from '../responses.ts'

export const twoStepVerification = workspace.check({
  id: 'two-step-verification',
  title: 'Everybody uses 2-Step Verification of Google, and has to',
  description:
    'Checks for every account whether 2-Step Verification is turned on and enforced. If it is enrolled but not enforced, the user, or anybody with the password, can turn it off again. People whom another identity provider signs in need none of Google, and Google does not say here who they are. If all but super administrators sign in there with a second factor, set sso_demands_second_factor. Super administrators can always sign in with Google. Not judged: the kind of second step, such as a text message or a security key.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'], {
    require_enforcement: { oneOf: [true] },
  }),
  states: ['second-factor-used', 'second-factor-demanded'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.user.readonly'],
  tags: ['mfa', 'authentication'],
  variables: [
    {
      id: 'require_enforcement',
      label: 'Enrolled is not enough: it has to be enforced',
      type: 'boolean',
      default: true,
    },
    {
      id: 'sso_demands_second_factor',
      label: 'All but super administrators sign in by single sign-on that demands a second factor',
      type: 'boolean',
      default: false,
      helpText:
        'Google does not show this. Turn it on when you have checked both, in the Admin console and at the identity provider.',
    },
  ],
  async run(ctx) {
    const { require_enforcement: mustEnforce, sso_demands_second_factor: isSso } = ctx.variables
    for await (const user of listUsers(ctx, EnrolledUser)) {
      const { id, primaryEmail: name, isAdmin, isEnrolledIn2Sv: enrolled, isEnforcedIn2Sv: enforced } = user
      const resource = { type: 'user', id, name }
      const exemption = findExemption(user)
      const evidence = { enrolled, enforced, isAdmin }
      if (exemption) ctx.notApplicable({ resource, ...exemption })
      else if (enrolled && (enforced || !mustEnforce))
        ctx.pass({ resource, title: `${name} uses 2-Step Verification`, evidence })
      else if (isSso && !isAdmin) ctx.pass({ resource, title: `${name} signs in by single sign-on`, evidence })
      else {
        ctx.fail({
          resource,
          severity: isAdmin && !enrolled ? 'critical' : 'high',
          title: enrolled ? `${name} could turn 2-Step Verification off` : `${name} does not use 2-Step Verification`,
          remediation: `Open Security → Authentication → 2-step verification in the Admin console. Turn on enforcement for the organizational unit of ${name}, with a date by which everybody has to enrol.`,
          evidence,
        })
      }
    }
  },
})
