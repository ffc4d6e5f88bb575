/** Whoever holds it decides what becomes of the runs of an organization: a package that is being made, or retention. */
export function toEvidenceLease(organizationId: string): string {
  return `evidence:${organizationId}`
}
