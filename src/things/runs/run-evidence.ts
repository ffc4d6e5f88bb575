import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunBundle } from '../../checks/runs/run-store.ts'
import type { DisposableCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
import { beginBundle } from '../../evidence/bundle/bundle-draft.ts'
import { type Ledger, openLedger } from '../../http/exchanges/ledger.ts'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import { keepBytes } from '../../service/files/keep-file.ts'
import { chooseObjectStore, type Uses } from '../parts/runtime-parts.ts'
import { openSigner } from '../signing/signing.ts'

/** The exchanges of a running run, before its bundle is made. */
export interface RunEvidence {
  /** The place where the run keeps them. */
  readonly ledger: Ledger
  /** Makes the signed bundle and stores its bytes before the run ends. The end of the run writes its row. */
  keep(run: RecordedRun | DisposableCrossCheckRun, organizationId: string): Promise<RunBundle>
  /** Removes the bytes of a run that did not end in this process. */
  takeBack(bundle: RunBundle, organizationId: string): Promise<void>
  /** Removes an existing file in the way. */
  leave(): Promise<void>
}

/** @throws the file system's error when the file for the exchanges cannot be made */
export async function beginEvidence(
  parts: Uses<'signingKeys' | 'objects' | 'files', 'vault' | 'clock' | 'options'>,
  redactor: Redactor,
): Promise<RunEvidence> {
  const folder = await openTempFolder('bundle')
  const target = join(folder.path, 'run.zip')
  try {
    const draft = await beginBundle(target)
    const ledger = await openLedger({ file: draft.exchangesFile, redactor })
    const objects = chooseObjectStore(parts)
    return {
      ledger,
      keep: async (run, organizationId) => {
        const { manifestSha256 } = await draft.finish(run, await openSigner(parts))
        const file = await keepBytes(objects, organizationId, createReadStream(target))
        return { name: `run-${run.head.id}.zip`, type: 'application/zip', ...file, manifestSha256 }
      },
      takeBack: ({ objectKey: key }, organizationId) => objects.delete({ organizationId, key }),
      leave: async () => {
        await ledger.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
