import type { ReviewedMember } from 'checkwright/testing'

const defaults = "Okta's description has a default for what a rule leaves out: a cookie of the browser."

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['persistent-sessions'],
    member: '[].actions.signon.session.usePersistentCookie',
    kinds: ['removed', 'null'],
    reason: defaults,
  },
  { checks: ['persistent-sessions'], member: '[].actions.signon.session', kinds: ['removed'], reason: defaults },
]
