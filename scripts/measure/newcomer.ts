import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { description, descriptionFile, listNewcomers, type Newcomer } from './newcomer-steps.ts'

/**
 * Repeats a newcomer's steps for each strategy, from an empty folder to a verdict, and prints the machine's time:
 * `new`, `test` (with the contract), `run` on a vendor. Needs a build (`npm run build`). The packages of this checkout
 * are linked in place of `npm install`, which is not counted.
 */
const checkout = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(checkout, 'dist/cli/bin.js')
const modules = join(checkout, 'node_modules')

interface MeasuredStep {
  readonly name: string
  readonly ms: number
}

async function measureNewcomer(
  { kind, options, env, vendor, edit }: Newcomer,
  home: string,
): Promise<readonly MeasuredStep[]> {
  const folder = join(home, kind)
  const steps: MeasuredStep[] = []
  const step = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    steps.push({ name, ms: performance.now() - start })
  }
  await step('new', () => runCommand(home, [bin, 'new', 'acme', ...options, '--dir', folder], 0))
  await linkPackage(folder)
  await step('edit', () => edit(folder, 'acme'))
  await step('test', () => runCommand(folder, [join(modules, 'vitest/vitest.mjs'), 'run'], 0))
  await using server = await fakeVendor(vendor)
  await setBaseUrl(server.url, folder)
  const run = [bin, 'run', './acme.ts', '--allow-private-network', '--json']
  await step('run', async () => {
    const { checks } = JSON.parse(await runCommand(folder, run, 1, env))
    const verdicts = checks[0].results.map(({ status }: { readonly status: string }) => status)
    if (verdicts.join() !== 'pass,fail') throw new Error(`${kind} came to ${verdicts.join() || 'nothing'}.`)
  })
  return steps
}

/** Replaces `npm install`, from this checkout. */
async function linkPackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'))
  await symlink(checkout, join(folder, 'node_modules/checkwright'), 'junction')
  for (const name of ['vitest', 'typescript', '@types'])
    await symlink(join(modules, name), join(folder, 'node_modules', name), 'junction')
}

/** The address that a newcomer has to look up. */
async function setBaseUrl(url: string, folder: string): Promise<void> {
  for (const name of ['connector.ts', 'acme.ts']) {
    const file = join(folder, name)
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.includes('baseUrl:')) await writeFile(file, text.replace(/baseUrl: '[^']*'/, `baseUrl: '${url}'`))
  }
}

function runCommand(
  cwd: string,
  args: readonly string[],
  exitCode: number,
  env: Newcomer['env'] = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const shown = { PATH: process.env.PATH, HOME: cwd, NO_COLOR: '1', ...env }
    execFile(process.execPath, args, { cwd, env: shown, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (code === exitCode) resolve(stdout)
      else reject(new Error(`${args.slice(0, 3).join(' ')} ended with ${code}.\n${stdout}\n${stderr}`))
    })
  })
}

const home = await mkdtemp(join(tmpdir(), 'checkwright-newcomer-'))
try {
  await writeFile(join(home, descriptionFile), description)
  const seconds = (ms: number) => (ms / 1000).toFixed(2).padStart(6)
  console.log('strategy     new   edit   test    run    all  (seconds)')
  for (const newcomer of listNewcomers(home)) {
    const steps = await measureNewcomer(newcomer, home)
    const all = steps.reduce((sum, { ms }) => sum + ms, 0)
    console.log(`${newcomer.kind.padEnd(9)}${[...steps.map(({ ms }) => ms), all].map(seconds).join(' ')}`)
  }
} finally {
  await rm(home, { recursive: true, force: true })
}
