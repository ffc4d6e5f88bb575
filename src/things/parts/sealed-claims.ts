import type { Clock } from '../../define/index.ts'

/** What claims are sealed with. */
export interface ClaimSeal {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly loadKey: () => Promise<Uint8Array>
}

/** Seals claims for a browser that gives them back, for so many seconds. */
export async function sealClaims(
  { clock, loadKey }: ClaimSeal,
  claims: Readonly<Record<string, unknown>>,
  lifeSeconds: number,
): Promise<string> {
  const { EncryptJWT } = await import('jose')
  return new EncryptJWT({ ...claims })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + lifeSeconds)
    .encrypt(await loadKey())
}

/** @returns undefined for what is altered, over, sealed by another service, or not of this shape (an older version's) */
export async function openClaims<Claims>(
  { clock, loadKey }: ClaimSeal,
  sealed: string,
  shape: { parse(payload: unknown): Claims },
): Promise<Claims | undefined> {
  const [{ jwtDecrypt }, key] = await Promise.all([import('jose'), loadKey()])
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      currentDate: new Date(clock.nowMs()),
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return shape.parse(payload)
  } catch {
    return undefined
  }
}
