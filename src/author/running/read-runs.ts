import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type RecordedRun, toRecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunResult } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { isZip } from '../../evidence/bundle/bundle-draft.ts'
import { openBundle } from '../../evidence/bundle/open-bundle.ts'
import { readRun } from '../../evidence/bundle/run-text.ts'
import { createFileError } from '../../service/commands/read-input.ts'

/**
 * Runs in a folder or zip of `run --out`, in its run.json alone, or in a file of `run --json`, which may have several.
 * It does not verify them. Results of a bundle are read when somebody needs them.
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function readRuns(path: string): Promise<readonly RecordedRun[]> {
  const stats = await stat(path).catch((error: unknown) => {
    throw createFileError(
      `"${path}" cannot be read`,
      error,
      'Name a folder or .zip that "run --out" wrote, or a run.json.',
    )
  })
  // A pipe or device can be read only once, or has no end, so it cannot be a run.
  if (!stats.isFile() && !stats.isDirectory()) throw createNotRunError(path, 'is neither a file nor a folder')
  const runs = isZip(path)
    ? [await readRunOfZip(path)]
    : await readRunsOfFile(stats.isDirectory() ? join(path, 'run.json') : path)
  const strange = runs.find(({ head }) => !isReadableHead(head))
  if (runs.length === 0 || strange) throw createNotRunError(path, 'has no run, or only a part of one')
  return runs
}

async function readRunOfZip(path: string): Promise<RecordedRun> {
  // "verify" checks signatures; here it is only a file that cannot be used.
  const unusable = (error: unknown) => {
    throw error instanceof CheckwrightError ? createNotRunError(path, 'is not a bundle with a run') : error
  }
  const source = await openBundle(path).catch(unusable)
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of source.read('run.json')) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    return await readRun(async function* () {
      yield bytes
    }).catch(unusable)
  } finally {
    await source.close()
  }
}

async function readRunsOfFile(file: string): Promise<readonly RecordedRun[]> {
  try {
    return [await readRun(() => createReadStream(file))]
  } catch (error) {
    if (!(error instanceof CheckwrightError))
      throw createFileError(
        `"${file}" cannot be read`,
        error,
        'Name a folder or .zip that "run --out" wrote, or a run.json.',
      )
    // Not in a bundle's layout: as `run --json` or another program writes it.
    return (await parseRuns(file)).map(toRecordedRun)
  }
}

async function parseRuns(file: string): Promise<readonly RunResult[]> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    const runs: unknown[] = Array.isArray(value) ? value : [value]
    if (runs.every(isRun)) return runs
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw createNotRunError(file, 'is not a run of Checkwright')
}

function isRun(value: unknown): value is RunResult {
  const run = value as (Partial<RunResult> & { readonly kind?: unknown }) | null
  return (
    run?.schema === 'checkwright.run/v1' &&
    (run.kind === undefined || run.kind === 'import') &&
    Array.isArray(run.checks) &&
    run.checks.every((check) => Array.isArray(check?.results))
  )
}

/** The members that controls rely on; anybody may have written the file. */
function isReadableHead({ id, connector, inputs, checks }: Partial<RecordedRun['head']>): boolean {
  return (
    typeof id === 'string' &&
    typeof connector?.id === 'string' &&
    typeof inputs?.now === 'string' &&
    Array.isArray(checks) &&
    checks.every(
      (check) =>
        typeof check?.id === 'string' &&
        typeof check.title === 'string' &&
        Array.isArray(check.controls) &&
        check.controls.every((control: unknown) => typeof control === 'string'),
    )
  )
}

function createNotRunError(path: string, what: string): CheckwrightError {
  return new CheckwrightError(
    `"${path}" ${what}. Name a folder or .zip that "run --out" wrote, or what "run --json" printed.`,
    { code: 'CLI_FILE_FAILED' },
  )
}
