import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = []
