import { SpillFile } from '../../../http/files/spill-file.ts'
import type { ObjectRef } from '../../../service/files/objects.ts'

const blockBytes = 64 * 1024

/** The files that a restore has written, outside of memory: a backup may hold one for each run of years. */
export class WrittenFiles {
  readonly #spill = new SpillFile('list of restored files')
  #length = 0

  /** @throws CheckError `RESULTS_NOT_KEPT` */
  add({ organizationId, key }: ObjectRef): void {
    const line = Buffer.from(`${JSON.stringify([organizationId, key])}\n`)
    this.#spill.append(line)
    this.#length += line.length
  }

  async *list(): AsyncGenerator<ObjectRef, void, undefined> {
    let begun = Buffer.alloc(0)
    for (let at = 0; at < this.#length; at += blockBytes) {
      const block = await this.#spill.read(at, Math.min(blockBytes, this.#length - at))
      const bytes = Buffer.concat([begun, block])
      const end = bytes.lastIndexOf('\n') + 1
      begun = bytes.subarray(end)
      for (const line of bytes.toString('utf8', 0, end).split('\n')) {
        if (line === '') continue
        const [organizationId, key]: [string, string] = JSON.parse(line)
        yield { organizationId, key }
      }
    }
  }

  close(): void {
    this.#spill.close()
  }
}
