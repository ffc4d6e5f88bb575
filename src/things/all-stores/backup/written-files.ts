import { SpillLines } from '../../../http/files/spill-lines.ts'
import type { ObjectRef } from '../../../service/files/objects.ts'

/** The files that a restore has written, outside of memory: a backup may hold one for each run of years. */
export class WrittenFiles {
  readonly #lines = new SpillLines('list of restored files')

  /** @throws CheckError `RESULTS_NOT_KEPT` */
  add({ organizationId, key }: ObjectRef): void {
    this.#lines.add(JSON.stringify([organizationId, key]))
  }

  async *list(): AsyncGenerator<ObjectRef, void, undefined> {
    for await (const line of this.#lines.read()) {
      const [organizationId, key]: [string, string] = JSON.parse(line)
      yield { organizationId, key }
    }
  }

  close(): void {
    this.#lines.close()
  }
}
