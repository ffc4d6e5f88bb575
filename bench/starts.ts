import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leaveFigures } from './goals/figures.ts'

/**
 * What a command costs beside `node -e 0`, which is the cost of any process: `--version`, `list`, `validate`, and `run` of a
 * connector's file against a vendor on loopback, to its first request and to the end, with the verdict.
 *
 *     npm run build && node bench/starts.ts [rounds]
 */
const rounds = Number(process.argv[2] ?? 15)

const bin = fileURLToPath(new URL('../dist/cli/bin.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'checkwright-starts-'))

let firstRequestAt: number | undefined
const vendor = createServer((_, response) => {
  firstRequestAt ??= performance.now()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ id: 'w1', sso: { enforced: true } }))
})
await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
const { port } = vendor.address() as AddressInfo

writeFileSync(join(folder, 'key.json'), '{"api_key":"example"}')
writeFileSync(
  join(folder, 'acme.connector.yaml'),
  `checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: http://127.0.0.1:${port}
auth: { type: api_key, config: { in: header, name: X-Key } }
checks:
  - id: sso-enforced
    title: Single sign-on is enforced
    severity: high
    get: { path: /settings }
    resource: { type: workspace, id: body.id }
    pass: body.sso.enforced
    fail: { title: Passwords still work, remediation: Turn on single sign-on. }
`,
)

interface Command {
  readonly label: string
  readonly args: readonly string[]
}

const empty: Command = { label: 'node -e 0', args: ['-e', '0'] }
const file = './acme.connector.yaml'
const run: Command = {
  label: 'run, to the verdict',
  args: [bin, 'run', file, '--credentials', 'key.json', '--allow-private-network'],
}
const commands: readonly Command[] = [
  empty,
  { label: '--version', args: [bin, '--version'] },
  { label: 'list', args: [bin, 'list'] },
  { label: 'validate', args: [bin, 'validate', file] },
  run,
]

interface Sample {
  /** Of one process. */
  readonly wallMs: number
  readonly requestMs?: number | undefined
  /** User and system time of several, because Linux tells it in ticks of 10 ms. */
  readonly cpuMs: number
}

const processesPerSum = 5

/** Starts processes one after the other. @returns what the shell tells of their user and system time, in ms */
async function start({ args }: Command, times: number): Promise<number> {
  const script = `for each in ${Array.from({ length: times }, (_, index) => index).join(' ')}; do "$@" >/dev/null 2>&1 || exit; done; cat "/proc/$$/stat"`
  const shell = spawn('sh', ['-c', script, 'sh', process.execPath, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stat = ''
  for await (const chunk of shell.stdout) stat += chunk
  if (stat === '') throw new Error(`node ${args.join(' ')} failed`)
  // proc(5): the 16th and 17th field are the ticks of children that the shell waited for.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

async function measure(command: Command): Promise<Sample> {
  firstRequestAt = undefined
  const startMs = performance.now()
  await start(command, 1)
  const wallMs = performance.now() - startMs
  const requestMs = firstRequestAt === undefined ? undefined : firstRequestAt - startMs
  return { wallMs, requestMs, cpuMs: await start(command, processesPerSum) }
}

const samples = new Map<Command, Sample[]>(commands.map((command) => [command, []]))
// Once without counting: the first start of a command compiles its code and keeps it.
for (const command of commands) await start(command, 2)
for (let round = 0; round < rounds; round++)
  for (const command of commands) samples.get(command)?.push(await measure(command))
vendor.close()
rmSync(folder, { recursive: true, force: true })

/** Each round's ratio to the empty process of the same round: the machine's speed drifts. */
function compare(command: Command, read: (sample: Sample) => number, readEmpty = read): readonly number[] {
  const own = samples.get(command) ?? []
  return (samples.get(empty) ?? []).map((each, round) => read(own[round] as Sample) / readEmpty(each))
}

/** One line, and the ratios as figures where `npm run goals` measures. */
function describe(label: string, ratios: readonly number[]): string {
  leaveFigures({ [`start ${label}`]: ratios })
  const sorted = ratios.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN).toFixed(2)
  return `${label.padEnd(30)} ${at(0.5)}× (${at(0.1)}–${at(0.9)})`
}

const readWall = ({ wallMs }: Sample) => wallMs
console.log(`Node ${process.version}, ${rounds} rounds, load ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`)
console.log('Wall time beside node -e 0: median (10th–90th percentile)')
for (const command of commands.slice(1)) console.log(describe(command.label, compare(command, readWall)))
const toRequest = compare(run, ({ requestMs = Number.NaN }) => requestMs, readWall)
console.log(describe('run, to the first request', toRequest))
console.log('User and system time beside node -e 0')
for (const command of commands.slice(1)) {
  const ratios = compare(command, ({ cpuMs }) => cpuMs)
  console.log(describe(`${command.label}, CPU`, ratios))
}
