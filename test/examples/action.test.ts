import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createProgram } from '../../src/app/program.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(checkout, path), 'utf8')

interface ActionStep {
  readonly name: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly description: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] }
}

const { inputs, runs } = parse(read('action.yml')) as Action

/** What stands for the command: it notes its arguments, and answers as the real one does. */
const npx = `#!/bin/bash
printf '%s\\n' "$*" >> "$CALLS"
shift 2
case "$1" in
  run) for each; do [ "$last" = --out ] && mkdir -p "$each" && touch "$each/manifest.json"; last=$each; done
    printf '{"runs":[{"results":[{"kind":"fail"},{"kind":"pass"}]}]}'; exit "$RUN_CODE" ;;
  keys) echo PUBLIC KEY ;;
  verify) exit "$VERIFY_CODE" ;;
  report) echo '# Summary' ;;
esac
`

/** The steps as a runner executes them, in a repository of their own. */
function runAction(given: Readonly<Record<string, string>>, codes: { readonly run: number; readonly verify: number }) {
  const folder = createTempFolder()
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 })
  const values: Record<string, string> = {}
  for (const [name, { default: byDefault = '' }] of Object.entries(inputs)) values[name] = given[name] ?? byDefault
  const place = (name: string) => join(folder, name)
  for (const name of ['output', 'summary', 'calls']) writeFileSync(place(name), '')
  const exitCodes: Record<string, number | null> = {}
  let failed = false
  for (const step of runs.steps) {
    if (step.run === undefined || step.name === 'Install' || (failed && !step.if?.startsWith('always()'))) continue
    const outputs = new Map(
      readFileSync(place('output'), 'utf8')
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    )
    const fill = (text: string) =>
      text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, from: string) =>
        from.startsWith('inputs.') ? (values[from.slice(7)] ?? '') : (outputs.get(from.split('.').at(-1) ?? '') ?? ''),
      )
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]))
    const env = {
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      GITHUB_ACTION_PATH: checkout,
      GITHUB_OUTPUT: place('output'),
      GITHUB_STEP_SUMMARY: place('summary'),
      CALLS: place('calls'),
      RUN_CODE: String(codes.run),
      VERIFY_CODE: String(codes.verify),
      ...own,
    }
    const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: folder,
      env,
    })
    exitCodes[step.name] = status
    failed ||= status !== 0
  }
  const readPlace = (name: string) => readFileSync(place(name), 'utf8')
  return { exitCodes, read: readPlace, calls: readPlace('calls').trim().split('\n') }
}

describe('action.yml', () => {
  test('puts no expression into the text of a shell, and pins what it uses by version', () => {
    expect(runs.using).toBe('composite')
    expect(runs.steps.flatMap(({ run }) => (run?.includes('${{') ? [run] : []))).toEqual([])
    expect(runs.steps.flatMap(({ uses }) => (uses && !/@v\d+$/.test(uses) ? [uses] : []))).toEqual([])
  })

  test('describes every input, and docs/pipelines.md does so too', () => {
    const page = read('docs/pipelines.md')

    expect(Object.keys(inputs).filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
  })

  test('runs, verifies, leaves what is open, and writes a summary', () => {
    const { exitCodes, read: readFile, calls } = runAction({ target: './acme.ts' }, { run: 0, verify: 0 })

    expect(exitCodes).toEqual({ Run: 0, Verify: 0, Summary: 0, 'Leave what is open': 0, Result: 0 })
    expect(calls[0]).toBe(
      '--no-install checkwright run --fail-on info --out checkwright/bundle --format sarif -- ./acme.ts',
    )
    expect(readFile('summary')).toBe('# Summary\n')
    expect(JSON.parse(readFile('checkwright/open.sarif'))).toEqual({ runs: [{ results: [{ kind: 'fail' }] }] })
    expect(readFile('output')).toContain('exit-code=0')
  })

  test('ends with the code of the run after everything else, and fails for a bundle that does not verify', () => {
    const could = runAction({ target: 'github' }, { run: 2, verify: 0 })
    const changed = runAction({ target: 'github' }, { run: 0, verify: 6 })

    expect(could.exitCodes).toMatchObject({ Run: 0, Verify: 0, Summary: 0, Result: 2 })
    expect(changed.exitCodes).toMatchObject({ Verify: 6, Summary: 0 })
  })

  test.each([
    '$(touch hacked)',
    '`touch hacked`',
    '"; touch hacked; "',
    "'; touch hacked #",
    'a\ntouch hacked',
    '../x y',
  ])('takes the target %j as one argument', (target) => {
    const { read: readFile, calls } = runAction({ target }, { run: 0, verify: 0 })

    expect(calls.join('\n')).toContain(`-- ${target}`)
    expect(() => readFile('hacked')).toThrow('ENOENT')
  })

  test.each([{ target: '--store=x' }, { target: 'github', out: '-x' }, { target: 'github', out: 'a\nexit-code=0' }])(
    'refuses %j, which would be an option or an output of its own',
    (given) => {
      expect(runAction(given, { run: 0, verify: 0 }).exitCodes.Run).toBe(3)
    },
  )
})

describe('examples/ci-gitlab', () => {
  test('keeps the bundle with the key of its signer, and ends with the code of the run', () => {
    const { compliance } = parse(read('examples/ci-gitlab/.gitlab-ci.yml')) as {
      compliance: { script: string[]; artifacts: { paths: string[] } }
    }

    expect(compliance.script.at(-1)).toBe('exit "$code"')
    expect(compliance.artifacts.paths).toEqual(['audit/'])
    for (const command of ['run', 'keys export', 'verify', 'report'])
      expect(compliance.script.filter((line) => line.includes(`npx checkwright ${command}`))).toHaveLength(1)
  })
})

describe('deploy/kubernetes', () => {
  interface Manifest {
    readonly kind: string
    readonly metadata: { readonly name: string }
    readonly spec: {
      readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
      readonly template: {
        readonly metadata: { readonly labels: Readonly<Record<string, string>> }
        readonly spec: {
          readonly securityContext: object
          readonly containers: readonly {
            readonly args: readonly [string]
            readonly env: readonly { readonly name: string }[]
            readonly securityContext: object
            readonly ports: readonly { readonly name: string }[]
            readonly readinessProbe: { readonly httpGet: { readonly path: string; readonly port: string } }
          }[]
        }
      }
    }
  }
  const manifests = parseAllDocuments(read('deploy/kubernetes/checkwright.yaml')).map((one) => one.toJS() as Manifest)
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')

  test('has two deployments and a service', () => {
    expect(manifests.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['Deployment', 'checkwright-serve'],
      ['Deployment', 'checkwright-worker'],
      ['Service', 'checkwright'],
    ])
  })

  test('is valid by the schemas of Kubernetes, which refuse a number of replicas that is none', () => {
    const models = { Deployment, Service }
    const validate = (manifest: Manifest) =>
      new models[manifest.kind as keyof typeof models](manifest as never).validate()
    const wrong = structuredClone(deployments[0]) as { spec: { replicas: unknown } } & Manifest
    wrong.spec.replicas = 'two'

    for (const manifest of manifests) expect(() => validate(manifest)).not.toThrow()
    expect(() => validate(wrong)).toThrow('replicas must be integer')
  })

  test.each(deployments)(
    '$metadata.name runs without rights, writes nowhere, and sets only what its command reads',
    async ({ spec }) => {
      const [container] = spec.template.spec.containers
      const [name = ''] = container?.args ?? []
      const program = await createProgram({ context: {} as never, finish: () => undefined }, [])
      const command = program.commands.find((each) => each.name() === name)
      const known = [...program.options, ...(command?.options ?? [])].map(
        (option) => `CHECKWRIGHT_${option.name().replaceAll('-', '_').toUpperCase()}`,
      )

      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true })
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container?.env.map((each) => each.name).filter((each) => !known.includes(each))).toEqual([])
      expect(container?.readinessProbe.httpGet.path).toBe('/readyz')
      expect(container?.ports.map((port) => port.name)).toContain(container?.readinessProbe.httpGet.port)
    },
  )
})
