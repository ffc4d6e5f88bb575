import type { DisposableRun, RecordedRun } from '../../checks/runs/recorded-run.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { beginBundle } from '../../evidence/bundle/bundle-draft.ts'
import type { Signer } from '../../evidence/bundle/signer.ts'
import type { ExchangesOption } from '../../http/exchanges/ledger.ts'
import { removeAtExit } from '../../http/files/temp-folder.ts'
import { createFileError } from '../../service/commands/read-input.ts'

export interface WrittenBundle {
  /** The size of `run.json`; for a zip, of its own part. */
  readonly paths: readonly string[]
}

export interface BundlePlace {
  /** A folder, or a file with a name that ends in `.zip`. */
  readonly out: string
  readonly signer: Signer
}

/**
 * Runs with kept exchanges, and writes a signed bundle of the run, as a whole or not at all. It checks that it can
 * write before the first request. Only its owner may read it, because evidence names people.
 * @throws CheckwrightError `CLI_FILE_FAILED`, `SIGNING_FAILED`
 */
export async function writeRunBundle<
  Done extends { readonly run: RecordedRun; readonly openRun?: DisposableRun | undefined },
>({ out, signer }: BundlePlace, work: (exchanges: ExchangesOption) => Promise<Done>): Promise<Done & WrittenBundle> {
  const bundle = await translateWriteErrors(out, () => beginBundle(out))
  // A second Ctrl-C ends the process immediately.
  const forget = removeAtExit(bundle.folder)
  try {
    const done = await work({ file: bundle.exchangesFile })
    try {
      const { paths } = await translateWriteErrors(out, () => bundle.finish(done.run, signer))
      return { ...done, paths }
    } catch (error) {
      await done.openRun?.close()
      throw error
    }
  } finally {
    await bundle.discard()
    forget()
  }
}

async function translateWriteErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CheckwrightError) throw error
    throw createFileError(`The result cannot be written to "${path}"`, error, 'Name another folder with --out.')
  }
}

/** Writes a signed bundle of a run that is there already. @returns the paths of its files, `run.json` first */
export async function writeBundleOf({ out, signer }: BundlePlace, run: RecordedRun): Promise<readonly string[]> {
  const bundle = await translateWriteErrors(out, () => beginBundle(out))
  const forget = removeAtExit(bundle.folder)
  try {
    return (await translateWriteErrors(out, () => bundle.finish(run, signer))).paths
  } finally {
    await bundle.discard()
    forget()
  }
}
