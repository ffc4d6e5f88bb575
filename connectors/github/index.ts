import { defaultBranchProtected } from './checks/default-branch-protected.ts'
import { membersTwoFactor } from './checks/members-two-factor.ts'
import { orgTwoFactorRequired } from './checks/org-two-factor-required.ts'
import { github as connector } from './connector.ts'

/** One organization on github.com, asked by a personal access token. */
export const github = connector.with(orgTwoFactorRequired, membersTwoFactor, defaultBranchProtected)

export default github
