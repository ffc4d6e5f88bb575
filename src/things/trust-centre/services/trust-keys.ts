import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a key opens. */
export interface KeyedThing {
  readonly kind: 'agreement' | 'grant'
  readonly id: string
}

/** The key in a letter. Whoever has it got the letter. It is stored nowhere: the secret of the service makes it again. */
export function createTrustKey(secret: Buffer, { kind, id }: KeyedThing): string {
  return sign(secret, kind, id).toString('base64url')
}

export function isTrustKey(secret: Buffer, { kind, id }: KeyedThing, key: string): boolean {
  const expected = sign(secret, kind, id)
  const sent = Buffer.from(key, 'base64url')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

function sign(secret: Buffer, kind: string, id: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([kind, id]))
    .digest()
}
