/** A program of bench/ that leaves figures. */
export interface Program {
  readonly id: string
  /** Arguments of Node, in the folder of the repository. */
  readonly args: (rounds: number, scale: number) => readonly string[]
}

const fromSource = ['--import', './test/examples/from-source.ts']
const pages = ['--import', './bench/history/pages-from-source.ts']
const peers =
  'checkwright,checkwright-kept,checkwright-declared,checkwright-rate,checkwright-runtime,checkwright-organizations,axios,got,octokit'

/** In the order in which they run, one at a time. */
export const programs: readonly Program[] = [
  {
    id: 'side-by-side',
    args: (rounds, scale) => ['bench/out/run.js', '--rounds', `${rounds}`, '--scale', `${scale}`, '--peers', peers],
  },
  { id: 'starts', args: (rounds) => ['bench/starts.ts', `${rounds * 5}`] },
  { id: 'run', args: (rounds) => [...fromSource, 'bench/scale/one-run.ts', `${rounds}`] },
  { id: 'run-start', args: (rounds) => [...fromSource, 'bench/scale/run-start.ts', `${rounds}`] },
  {
    id: 'frameworks',
    args: (rounds) => ['--import', './bench/history/pages-from-source.ts', 'bench/frameworks/run.ts', `${rounds}`],
  },
  { id: 'api', args: (rounds) => [...fromSource, 'bench/api/host.ts', `${rounds}`] },
  { id: 'trust', args: (rounds) => [...fromSource, ...pages, 'bench/trust/pages.ts', `${rounds}`] },
  { id: 'policies', args: (rounds) => [...fromSource, ...pages, 'bench/policies/pages.ts', `${rounds}`] },
]
