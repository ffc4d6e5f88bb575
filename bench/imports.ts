import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Sample } from './meter.ts'
import type { Presentation } from './workload.ts'

const run = promisify(execFile)
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Imports are short, so each round takes the median of several processes. */
const processesPerRound = 5

export interface ImportEntry {
  readonly id: string
  readonly label: string
  /** The argument of `import()`; none for the empty process. */
  readonly specifier?: string
}

/** W6: the imports, with the empty process first. */
export function importEntries(packageFolder: string): readonly ImportEntry[] {
  const own = (path: string) => pathToFileURL(join(packageFolder, 'dist', path)).href
  return [
    { id: 'empty', label: 'empty process' },
    { id: 'checkwright', label: `import 'checkwright'`, specifier: own('index.js') },
    { id: 'checkwright-100', label: '… with 100 connectors', specifier: here('./imports/hundred-connectors.js') },
    { id: 'checkwright-runtime', label: `import 'checkwright/runtime'`, specifier: own('runtime/index.js') },
    { id: 'undici', label: 'undici', specifier: 'undici' },
    { id: 'axios', label: 'axios', specifier: 'axios' },
    { id: 'ky', label: 'ky', specifier: 'ky' },
    { id: 'got', label: 'got', specifier: 'got' },
    { id: 'spectral', label: 'spectral http client', specifier: '@prismatic-io/spectral/dist/clients/http/index.js' },
    { id: 'activepieces', label: 'activepieces pieces-common', specifier: '@activepieces/pieces-common' },
    { id: 'octokit', label: 'Octokit + 3 plug-ins', specifier: here('./peers/octokit.js') },
  ]
}

/** One round: every entry, interleaved, each against the empty process of the same round. */
export async function measureImports(packageFolder: string): Promise<ReadonlyMap<string, Sample>> {
  const entries = importEntries(packageFolder)
  const all = new Map<string, { importMs: number; rssMB: number }[]>()
  for (let repeat = 0; repeat < processesPerRound; repeat++) {
    for (const { id, specifier } of entries) {
      const { stdout } = await run(
        process.execPath,
        [here('./imports/measure.js'), ...(specifier === undefined ? [] : [specifier])],
        { env: { ...process.env, BENCH_PACKAGE: pathToFileURL(join(packageFolder, 'dist/index.js')).href } },
      )
      all.set(id, [...(all.get(id) ?? []), JSON.parse(stdout)])
    }
  }
  const middle = (id: string, key: 'importMs' | 'rssMB') => {
    const values = (all.get(id) ?? []).map((each) => each[key]).toSorted((a, b) => a - b)
    return values[Math.floor(values.length / 2)] ?? Number.NaN
  }
  return new Map(
    entries.map(({ id }) => [
      id,
      {
        importMs: middle(id, 'importMs'),
        rssMB: middle(id, 'rssMB'),
        rssOverEmptyMB: middle(id, 'rssMB') - middle('empty', 'rssMB'),
      },
    ]),
  )
}

export const importsPresentation: Presentation = {
  title: 'W6: import in a fresh process',
  columns: [
    { key: 'importMs', head: 'ms' },
    { key: 'rssOverEmptyMB', head: 'RSS MB over empty' },
    { key: 'rssMB', head: 'RSS MB', digits: 0 },
  ],
}
