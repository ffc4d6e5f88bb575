import { SeenFindings } from '../../checks/results/seen-findings.ts'
import type { Resource } from '../../define/index.ts'

const halvesAtFirst = 512
const typeEnd = 0xffff

/**
 * Resources that somebody may ask for. Most often nobody does, so that they are looked up only once somebody has. 64 bits of each are
 * kept and compared: two that look alike by chance or on purpose count as one, and so as named twice, which makes nothing pass.
 */
export class NamedResources {
  readonly #seen = new SeenFindings()
  #waiting = new Uint32Array(halvesAtFirst)
  #count = 0

  add(resource: Resource): void {
    if (this.#count === this.#waiting.length) {
      const larger = new Uint32Array(this.#count * 2)
      larger.set(this.#waiting)
      this.#waiting = larger
    }
    this.#waiting[this.#count++] = mix(resource, 0x811c9dc5, 0x01000193)
    this.#waiting[this.#count++] = mix(resource, 0x9e3779b9, 0x85ebca6b)
  }

  has(resource: Resource): boolean {
    for (let at = 0; at < this.#count; at += 2)
      this.#seen.noteHalves(this.#waiting[at] ?? 0, this.#waiting[at + 1] ?? 0, 'pass')
    this.#count = 0
    const [left, right] = [mix(resource, 0x811c9dc5, 0x01000193), mix(resource, 0x9e3779b9, 0x85ebca6b)]
    return this.#seen.findHalves(left >>> 0, right >>> 0) !== undefined
  }
}

/** 32 bits of a resource (FNV-1a with a start and a factor of one's own). It runs for every result, where SHA-1 would take ten times as long. */
function mix({ type, id }: Resource, start: number, factor: number): number {
  let bits = Math.imul(mixText(type, start, factor) ^ typeEnd, factor)
  bits = mixText(id, bits, factor)
  // The lowest bits choose a slot.
  return bits ^ (bits >>> 15)
}

function mixText(text: string, start: number, factor: number): number {
  let bits = start
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), factor)
  return bits
}
