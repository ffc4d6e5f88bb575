import { randomUUID } from 'node:crypto'

let lastMs = 0
let sequence = 0

/**
 * A UUIDv7 (RFC 9562 §5.7): the ids of a process sort in the order in which they were made. Node keeps random bytes ready for
 * `randomUUID`. To ask the system for those of each id takes ten times as long.
 */
export function createTimeId(): string {
  const random = randomUUID()
  const nowMs = Date.now()
  if (nowMs > lastMs) {
    lastMs = nowMs
    // The first bit is free, so that a moment has room for 2,048 ids and more.
    sequence = Number.parseInt(random.slice(15, 18), 16) >> 1
  } else if (++sequence > 0xfff) {
    lastMs++
    sequence = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${random.slice(19)}`
}
