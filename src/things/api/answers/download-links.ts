import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../../errors/index.ts'
import type { Runtime } from '../../runtime/runtime.ts'

const validForMs = 15 * 60 * 1000

export interface DownloadLink {
  readonly downloadUrl: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** A link to a file that is its own permission, for 15 minutes: a browser can follow it without a key. */
export async function downloadLink({ publicUrl, workspace }: Runtime, fileId: string): Promise<DownloadLink> {
  const expiresAtMs = workspace.clock.nowMs() + validForMs
  const signature = signLink(await workspace.loadSecret('download-links'), fileId, expiresAtMs).toString('base64url')
  const query = new URLSearchParams({ expires: String(expiresAtMs), signature })
  return {
    downloadUrl: `${publicUrl}/v1/files/${encodeURIComponent(fileId)}?${query}`,
    expiresAt: new Date(expiresAtMs).toISOString(),
  }
}

/** @throws ApiError 403 for a link that was altered or is over */
export async function demandLink(
  { workspace }: Runtime,
  { fileId, expires, signature }: { readonly fileId: string; readonly expires: string; readonly signature: string },
): Promise<void> {
  const expected = signLink(await workspace.loadSecret('download-links'), fileId, Number(expires))
  const sent = Buffer.from(signature, 'base64url')
  const isOurs = sent.length === expected.length && timingSafeEqual(sent, expected)
  if (isOurs && workspace.clock.nowMs() < Number(expires)) return
  throw new ApiError('The link is no longer valid or was altered. Request a new one.', { code: 'API_FORBIDDEN' })
}

function signLink(secret: Buffer, fileId: string, expiresAtMs: number): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([fileId, expiresAtMs]))
    .digest()
}
