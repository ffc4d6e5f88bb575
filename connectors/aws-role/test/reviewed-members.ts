import type { ReviewedMember } from 'checkwright/testing'
import { reviewedMembers as ofAws } from '../../aws/test/reviewed-members.ts'

/** The tests of this connector show some of the checks only. */
export const reviewedMembers: readonly ReviewedMember[] = ofAws.filter(({ checks }) =>
  checks.includes('server-certificates'),
)
