import { existsSync } from 'node:fs'
import type { ReviewedMember } from 'checkwright/testing'

/** Members of a connector's answers that may be missing or unknown, as `connectors/<id>/test/reviewed-members.ts` lists them. */
export async function loadReviewed(id: string): Promise<readonly ReviewedMember[]> {
  const file = new URL(`../../connectors/${id}/test/reviewed-members.ts`, import.meta.url)
  return existsSync(file) ? (await import(/* @vite-ignore */ file.pathname)).reviewedMembers : []
}
