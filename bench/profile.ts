import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureApart } from './measure-apart.ts'
import { optionsOf } from './options.ts'
import { startVendor } from './vendor.ts'

/**
 * Shows where Checkwright spends its time: `npm run profile -- [--only w5] [--peers checkwright-shared] [--scale 1]`.
 * Each sample of V8's profiler counts for our innermost function on the stack, with the called part of undici, Node and
 * V8 beside it, so that a costly call counts for the line that makes it.
 */
const files = new Map<string, readonly string[]>()
const options = optionsOf(process.argv.slice(2))
if (options === 'help')
  throw new TypeError('usage: npm run profile -- [--only w1] [--peers checkwright] [--scale 1] [--package FOLDER]')
const workload = options.workloads.length > 1 ? 'w1' : (options.workloads[0] ?? 'w1')
const peer = options.peers.find((each) => each.startsWith('checkwright')) ?? 'checkwright'
const folder = mkdtempSync(join(tmpdir(), 'checkwright-profile-'))
const vendor = await startVendor()
try {
  const { scale, packageFolder } = options
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200']
  await measureApart({ workload, peer, origin: vendor.origin, scale, packageFolder }, flags)
  const [file] = readdirSync(folder)
  if (file === undefined) throw new Error('The process left no profile.')
  print(JSON.parse(readFileSync(join(folder, file), 'utf8')))
} finally {
  vendor.close()
  rmSync(folder, { recursive: true })
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

interface Account {
  us: number
  readonly callees: Map<string, number>
}

function print({ nodes, samples, timeDeltas }: Profile): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)))
  const accounts = new Map<string, Account>()
  let totalUs = 0
  samples.forEach((id, index) => {
    const us = timeDeltas[index] ?? 0
    const node = byId.get(id)
    if (!node || node.callFrame.functionName === '(idle)') return
    totalUs += us
    let callee = nameOf(node)
    for (let at: ProfileNode | undefined = node; at; at = byId.get(parents.get(at.id) ?? -1)) {
      const own = placeOf(at)
      if (own === undefined) {
        callee = nameOf(at)
        continue
      }
      book(accounts, own, at === node ? '(itself)' : callee, us)
      return
    }
    book(accounts, outside(node), nameOf(node), us)
  })
  console.log(
    `${peer} in ${workload}: ${Math.round(totalUs / 1000)} ms of CPU in samples, start of the process included\n`,
  )
  const modules = new Map<string, number>()
  for (const [place, { us }] of accounts) {
    const module = place.split('  ')[0] ?? place
    modules.set(module, (modules.get(module) ?? 0) + us)
  }
  for (const [module, us] of top(modules, ([, us]) => us, 16)) console.log(`${percent(us, totalUs)}  ${module}`)
  console.log('\nby function, with what it calls of others:\n')
  for (const [place, { us, callees }] of top(accounts, ([, account]) => account.us, 40)) {
    console.log(`${percent(us, totalUs)}  ${place}`)
    for (const [callee, part] of top(callees, ([, part]) => part, 4))
      if (part > totalUs / 400 && callees.size > 1) console.log(`         ${percent(part, totalUs)}  ${callee}`)
  }
}

function book(accounts: Map<string, Account>, place: string, callee: string, us: number): void {
  const account = accounts.get(place) ?? { us: 0, callees: new Map() }
  account.us += us
  account.callees.set(callee, (account.callees.get(callee) ?? 0) + us)
  accounts.set(place, account)
}

/** `src/http/session.ts #once` for a frame of the built package, which keeps the names of its modules as comments. */
function placeOf({ callFrame }: ProfileNode): string | undefined {
  const { url, lineNumber, functionName } = callFrame
  if (!/\/dist\/[^?]*\.js$/.test(url) || url.includes('/node_modules/')) return undefined
  const lines = linesOf(url)
  for (let line = lineNumber; line >= 0; line--) {
    const module = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(lines[line] ?? '')?.[1]
    if (module !== undefined)
      return `${module}  ${functionName || `(anonymous) ${lines[lineNumber]?.trim().slice(0, 60)}`}`
  }
  return 'bundled with the package'
}

function linesOf(url: string): readonly string[] {
  const known = files.get(url) ?? readFileSync(fileURLToPath(url), 'utf8').split('\n')
  files.set(url, known)
  return known
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\//, '')
  return `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`
}

/** Work below none of our functions: sockets, parsers, timers. */
function outside({ callFrame: { functionName, url } }: ProfileNode): string {
  if (/^\((?:garbage collector|program|root)\)$/.test(functionName)) return functionName
  // undici's parser of HTTP/1 is the only WebAssembly there is.
  if (url.includes('/undici/') || url.startsWith('wasm:')) return 'undici, called by Node'
  return url.startsWith('node:') || url === '' ? 'Node' : 'the harness'
}

function top<K, V>(map: ReadonlyMap<K, V>, by: (entry: [K, V]) => number, count: number): [K, V][] {
  return [...map].toSorted((a, b) => by(b) - by(a)).slice(0, count)
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)} %`.padStart(7)
}
